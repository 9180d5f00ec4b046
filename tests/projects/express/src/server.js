#!/usr/bin/env node
'use strict';
const { createApp } = require('./app');

createApp().listen(process.env.PORT || 3000);
