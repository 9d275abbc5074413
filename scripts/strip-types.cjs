/* Strips the types of this package's own files. Node does so everywhere except below node_modules. */
'use strict';

var fs = require('node:fs');
var nodeModule = require('node:module');
var path = require('node:path');
var { fileURLToPath, pathToFileURL } = require('node:url');

if (__dirname.split(path.sep).includes('node_modules')) {
  // Hides the one-time experimental warning: the required Node version has this function and the tests use it.
  var warn = process.emitWarning;
  process.emitWarning = function () {};
  nodeModule.stripTypeScriptTypes('');
  process.emitWarning = warn;

  var ours = pathToFileURL(path.join(__dirname, '../src/')).href;
  nodeModule.registerHooks({
    load: function (url, context, nextLoad) {
      if (!url.startsWith(ours) || !url.endsWith('.ts')) return nextLoad(url, context);
      var text = fs.readFileSync(fileURLToPath(url), 'utf8');
      return { format: 'module', shortCircuit: true, source: nodeModule.stripTypeScriptTypes(text) };
    },
  });
}
