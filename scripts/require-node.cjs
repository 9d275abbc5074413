/* The first step of every command: written so that any Node can read it, since an old one cannot read the rest. */
'use strict';

var wanted = Number(/\d+/.exec(require('../package.json').engines.node)[0]);
var found = Number(process.versions.node.split('.')[0]);

if (found < wanted) {
  console.error(
    'Muster needs Node ' +
      wanted +
      ' or later, and this is ' +
      process.version +
      '. "npm ci" brings one along ' +
      'for Linux, macOS and Windows; where it did not, please install Node ' +
      wanted +
      '.',
  );
  process.exit(1);
}
