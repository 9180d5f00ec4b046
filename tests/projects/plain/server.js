#!/usr/bin/env node
'use strict';
require('http').createServer(() => {}).listen(0);
