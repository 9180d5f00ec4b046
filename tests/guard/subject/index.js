'use strict';
for (const name of ['response', 'handler', 'processes', 'monitor', 'runner', 'careful', 'closure']) exports[name] = require(`./${name}.js`);
