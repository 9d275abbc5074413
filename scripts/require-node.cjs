/* The first step of every command. Written in old syntax, because an old Node cannot parse the rest. */
'use strict';

var wanted = Number(/\d+/.exec(require('../package.json').engines.node)[0]);
var found = Number(process.versions.node.split('.')[0]);

if (found < wanted) {
  console.error(
    'Muster needs Node ' +
      wanted +
      ' or later, but this is ' +
      process.version +
      '. "npm ci" installs one ' +
      'for Linux, macOS and Windows; if it did not, please install Node ' +
      wanted +
      '.',
  );
  process.exit(1);
}
