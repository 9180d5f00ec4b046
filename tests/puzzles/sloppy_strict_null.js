// Sloppy code never sees null as `this`.
// unreachable: nothing else is identical to null
exports.puzzle = function () {
  if (this === null) throw new Error('found');
};
