'use strict';
// A hook without a callback (as mocha's issue 1496); a text with characters of two units before it: 😀😀.
exports.run = function run(hook, done) { const icon = '😀'; hook.callback(icon); done(); };
