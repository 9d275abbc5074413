import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';

const oldest = 24;
if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Muster needs Node ${oldest} or later, and this is ${process.version}. Start it with "npm start", which brings its own.`,
  );
  process.exit(1);
}

// What was stripped of types and compiled once is kept: a later start takes half the time and less memory.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/muster', import.meta.url)));

// Loaded only now: an older Node would fail on the syntax of these files before the line above could speak.
const { start } = await import('./start.ts');
const failure = await start(process.env);
if (failure !== undefined) {
  console.error(styleText('red', `Muster cannot start: ${failure}`, { stream: process.stderr }));
  process.exit(1);
}
