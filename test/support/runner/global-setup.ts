import { rmSync } from 'node:fs';
import { startTestPostgres } from '../servers/postgres-server.ts';
import { scratchFolder } from '../scratch.ts';
import { makeTemplates } from './templates.ts';

/** One PostgreSQL server for the whole run, in which every test creates its own databases. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  const folder = scratchFolder('template');
  await makeTemplates(folder, server.url);
  process.env['TEST_POSTGRES_URL'] = server.url;
  process.env['TEST_TEMPLATE_FOLDER'] = folder;
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
