#!/usr/bin/env node
/* The package's `muster` command. CommonJS in old syntax, so that an old Node can run it and report its version. */
'use strict';

require('./require-node.cjs');

var fs = require('node:fs');
var nodeModule = require('node:module');
var path = require('node:path');
var { fileURLToPath, pathToFileURL } = require('node:url');

var root = path.join(__dirname, '..');

// Node strips types everywhere except below node_modules, where an installed package is.
if (__dirname.split(path.sep).includes('node_modules')) {
  // Hides the one-time experimental warning: the required Node version has this function and the tests use it.
  var warn = process.emitWarning;
  process.emitWarning = function () {};
  nodeModule.stripTypeScriptTypes('');
  process.emitWarning = warn;

  var ours = pathToFileURL(path.join(root, 'src/')).href;
  nodeModule.registerHooks({
    load: function (url, context, nextLoad) {
      if (!url.startsWith(ours) || !url.endsWith('.ts')) return nextLoad(url, context);
      var text = fs.readFileSync(fileURLToPath(url), 'utf8');
      return { format: 'module', shortCircuit: true, source: nodeModule.stripTypeScriptTypes(text) };
    },
  });
}

void import(pathToFileURL(path.join(root, 'src/server/cli/muster.ts')).href);
