import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { ApiProblem, createClient } from '../src/client/client.ts';
import { useApp } from './support/app.ts';
import { createPerson, createProject, tokenOf } from './support/factories.ts';

const muster = useApp();
let baseUrl: string;
beforeAll(async () => {
  baseUrl = await muster.app.listen({ port: 0, host: '127.0.0.1' });
});

test('the client calls a real server with a token', async () => {
  const person = await createPerson(muster, { name: 'Ada' });
  const client = createClient({ baseUrl, token: await tokenOf(muster, person) });
  const { body, etag } = await client.read('get_me', {});
  expect(body).toMatchObject({ uid: person.uid, name: 'Ada' });
  expect(etag).toMatch(/^".+"$/);
  const pid = await createProject(muster);
  expect(await client.call('list_members', { path: { pid } })).toEqual({ data: [] });
});

test('an error response is thrown as a problem with its code', async () => {
  const client = createClient({ baseUrl });
  const error = await client.call('get_me', {}).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ApiProblem);
  expect(error).toMatchObject({ problem: { code: 'not_signed_in', status: 401 } });
});

/** Exactly the marked lines must be type errors. */
const consumer = `
import { createClient } from 'muster/client';
import type { MemberListing } from 'muster/client';

const client = createClient({ baseUrl: 'http://localhost:3000', token: 'mst_x' });
export const listing: MemberListing = await client.call('list_members', { path: { pid: '2026' } });
export const names: string[] = listing.data.flatMap((team) => team.members.map((person) => person.name));
// @ts-expect-error the project is missing
await client.call('list_members', {});
// @ts-expect-error no such operation
await client.call('list_nothing', {});
// @ts-expect-error a person entry has no address
export const address: string = listing.data[0]?.members[0]?.email ?? '';
`;

test('a program that uses the client compiles, and one that misuses it does not', () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const folder = mkdtempSync(join(root, 'tmp-consumer-'));
  const compile = (text: string) => {
    writeFileSync(join(folder, 'consumer.ts'), text);
    const config = { extends: '../tsconfig.json', include: ['consumer.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' });
  };
  try {
    compile(consumer);
    expect(() => compile(consumer.replaceAll('@ts-expect-error', ''))).toThrow('Command failed');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
