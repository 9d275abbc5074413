import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';

const oldest = 24;
// Node 22 can load this file; for older versions the first step of every npm script prints the message.
if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Muster needs Node ${oldest} or later, and this is ${process.version}. Start it with "npm start", which brings its own.`,
  );
  process.exit(1);
}

// Keeps the compiled code: later starts take half the time and less memory.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/muster', import.meta.url)));

// Imported dynamically: an older Node would fail on their syntax before it could print the message above. The
// configuration is read first, so that a mistake in it is reported at once.
const { readConfig } = await import('./config.ts');
const failure = await run();
if (failure !== undefined) {
  console.error(styleText('red', `Muster cannot start: ${failure}`, { stream: process.stderr }));
  process.exit(1);
}

async function run(): Promise<string | undefined> {
  try {
    const config = readConfig(process.env);
    const { start } = await import('./start.ts');
    return await start(config);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
