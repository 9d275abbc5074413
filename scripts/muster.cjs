#!/usr/bin/env node
/* The package's `muster`: written so that any Node can read it, and is told when it is too old for the rest. */
'use strict';

require('./require-node.cjs');

var fs = require('node:fs');
var nodeModule = require('node:module');
var path = require('node:path');
var { fileURLToPath, pathToFileURL } = require('node:url');

var root = path.join(__dirname, '..');

// Node strips types by itself everywhere but below node_modules, which is where an installed package lies.
if (__dirname.split(path.sep).includes('node_modules')) {
  // Said once a process, of a function that the Node we ask for has and that the tests use: no news for an operator.
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
