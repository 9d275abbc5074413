import { startPostgres } from './postgres-server.ts';

/** One PostgreSQL server for the whole run; every test makes databases of its own in it. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = server.url;
  return server.stop;
}
