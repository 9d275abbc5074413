/**
 * Starts the server. While another process builds the web app, it loads its code, creates the database and prepares its
 * routes, since all of it takes seconds after an update.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import '../src/server/compile-cache.ts';

const build = spawn(process.execPath, [join(import.meta.dirname, 'build-web.ts'), '--start'], { stdio: 'inherit' });
const built = once(build, 'exit').then(([code]) => {
  if (code !== 0) process.exit(1);
});
const { run } = await import('../src/server/run.ts');
await run(built);
