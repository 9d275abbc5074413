#!/usr/bin/env node
/* The package's `muster` command. CommonJS in old syntax, so that an old Node can run it and report its version. */
'use strict';

require('./require-node.cjs');
require('./strip-types.cjs');

var path = require('node:path');
var { pathToFileURL } = require('node:url');

void import(pathToFileURL(path.join(__dirname, '../src/server/cli/muster.ts')).href);
