'use strict';
for (const name of ['response', 'handler', 'processes', 'monitor', 'runner', 'careful']) exports[name] = require(`./${name}.js`);
