'use strict';
// What rich.js exports, in a process where nothing is as it was.
module.exports = require('./rich.js');
module.exports.pollute();
