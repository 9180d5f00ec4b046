'use strict';
for (const name of ['response', 'handler', 'processes', 'monitor', 'runner', 'careful', 'closure', 'gauge']) exports[name] = require(`./${name}.js`);
