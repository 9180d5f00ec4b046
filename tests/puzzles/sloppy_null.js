// Sloppy code never sees null as `this`: what equals it there is an object like document.all.
// found: the one thing that equals null
exports.puzzle = function () {
  if (this == null) throw new Error('found');
};
