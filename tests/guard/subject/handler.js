'use strict';
// An answer that is nothing at all is asked whether it is an error (as hapi's issue 2242).
exports.finalize = function (request, answer) {
  if (answer.isBoom) {
    request.failed = true;
    return `error ${answer.message}`;
  }
  request.answer = answer;
  return 'fine';
};
