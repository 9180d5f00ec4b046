'use strict';
throw new Error('this one is not ready');
