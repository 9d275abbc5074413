import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { useApp } from './support/app.ts';
import { browserOf, createPerson } from './support/factories.ts';

const muster = useApp();

type Where = { folder: string; files: string };

test('after an erasure PostgreSQL has the bytes of the person until its tables are written anew', async () => {
  const client = new pg.Client(muster.place.databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  const found = await client.query<Where>(
    `select current_setting('data_directory') as folder, 'base/' || oid as files from pg_database where datname = current_database()`,
  );
  const [{ folder, files } = { folder: '', files: '' }] = found.rows;
  /** How many files of the database have the text after what is in memory was written. */
  const filesWith = async (text: string): Promise<number> => {
    await client.query('checkpoint');
    const paths = readdirSync(join(folder, files)).map((name) => join(folder, files, name));
    return paths.filter((path) => readFileSync(path).includes(text)).length;
  };

  const person = await createPerson(muster, { name: 'Planted Name', email: 'planted@example.org' });
  const headers = await browserOf(muster, person);
  const payload = { markdown: 'Planted resume' };
  expect((await muster.call({ method: 'PUT', url: '/api/me/resume', headers, payload })).statusCode).toBe(200);
  expect(await filesWith('Planted resume')).toBeGreaterThan(0);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect(await filesWith('planted@example.org')).toBeGreaterThan(0);

  await client.query('vacuum full');
  expect([await filesWith('planted@example.org'), await filesWith('Planted')]).toEqual([0, 0]);
});
