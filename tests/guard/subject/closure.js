'use strict';
// An answer comes to a function inside another one, which has used its own arguments before; a text decides in between.
exports.serve = function (request, done) {
  request.server.open(request.id);
  const finalize = (answer) => {
    const parts = request.header.split(/ *, */);
    if (answer.failed) return done('failed');
    return done(`fine ${parts.length}`);
  };
  return request.route.handler(finalize);
};
exports.first = (request) => {
  const names = request.header.split(/ *, */);
  if (names[0] === '') return request.socket.address;
  return `${names[0]} ${request.socket.address}`;
};
