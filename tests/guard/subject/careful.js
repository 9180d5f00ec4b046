'use strict';
// Nothing here needs mending: what is missing is expected to be.
exports.read = function (options) {
  try {
    return options.deep.value;
  } catch (error) {
    return 'none';
  }
};
exports.optional = (options) => (options && options.a ? options.a.b.c : 'no a');
exports.lazy = function (host) {
  return host.state.ready;
};
