import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { testClock } from './support/app.ts';
import { freshPlace, migratedAt } from './support/database.ts';
import { bearer, browserOf, createPerson } from './support/factories.ts';
import { send, startServer } from './support/processes.ts';
import type { ServerProcess } from './support/processes.ts';

const rounds = 8;
const writers = 6;
const enough = 12;

type Acknowledged = { usernames: string[]; tokens: string[] };

/** Writes until the process is gone; what was answered by 2xx is noted the moment the answer is there. */
async function writeUntilKilled(server: ServerProcess, headers: Record<string, string>, noted: Acknowledged) {
  const write = async () => {
    for (;;) {
      const made = await send(server, 'POST', '/api/me/exchange-credentials', { headers });
      const { username, password } = (await made.json()) as { username: string; password: string };
      if (made.status === 201) noted.usernames.push(username);
      const exchanged = await send(server, 'POST', '/api/token', { body: { username, password } });
      const { access_token } = (await exchanged.json()) as { access_token: string };
      if (exchanged.status === 200) noted.tokens.push(access_token);
      if (noted.usernames.length + noted.tokens.length >= enough) server.child.kill('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: writers }, write));
  expect((await server.ended).signal).toBe('SIGKILL');
}

test('after kill -9 in the midst of writing, every write that was acknowledged is there', async () => {
  await using place = await freshPlace('sqlite');
  const clock = testClock(new Date());
  let headers: Record<string, string>;
  {
    await using ground = await migratedAt(place);
    headers = await browserOf({ db: ground.db, clock }, await createPerson({ db: ground.db, clock }));
  }
  for (let round = 0; round < rounds; round += 1) {
    const noted: Acknowledged = { usernames: [], tokens: [] };
    await using server = await startServer(place, { RATE_LIMIT_SCALE: '1000' });
    await writeUntilKilled(server, headers, noted);
    expect(noted.usernames.length + noted.tokens.length).toBeGreaterThanOrEqual(enough);

    await using after = await migratedAt(place);
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(after.db.read);
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
    const kept = await after.db.read.selectFrom('exchange_credentials').select('username').execute();
    const usernames = new Set(kept.map(({ username }) => username));
    expect(noted.usernames.filter((username) => !usernames.has(username))).toEqual([]);
    const issued = await after.db.read.selectFrom('api_tokens').select('id').execute();
    const audited = await after.db.read.selectFrom('audit').select('id').where('kind', '=', 'token.created').execute();
    // A token and its audit entry are one transaction: never the one without the other.
    expect(audited).toHaveLength(issued.length);
    if (round === rounds - 1) await expectUsable(place, noted.tokens);
  }
}, 240_000);

async function expectUsable(place: Parameters<typeof startServer>[0], tokens: string[]): Promise<void> {
  await using server = await startServer(place);
  for (const token of tokens)
    expect((await send(server, 'GET', '/api/me', { headers: bearer(token) })).status).toBe(200);
}
