import { expect, test } from 'vitest';
import { startTestApp } from './support/app.ts';
import { emptyDatabase, openAt } from './support/database.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from './support/factories.ts';
import { startRelay } from './support/servers/relay.ts';
import { touchListing } from '../src/server/features/members/members.service.ts';

test('while PostgreSQL is unreachable requests get 503 and the process keeps running; afterwards all work again', async () => {
  await using place = await emptyDatabase('postgres');
  const address = new URL(place.databaseUrl ?? '');
  const target = { host: address.hostname, port: Number(address.port) };
  await using relay = await startRelay(() => target);
  address.port = String(relay.port);
  await using muster = await startTestApp({ place: { ...place, databaseUrl: address.href } });
  const headers = bearer(await tokenOf(muster, await createPerson(muster)));
  const pid = await createProject(muster);
  await createTeam(muster, pid, { tid: 'a', name: 'Before' });
  const answers = async () => {
    const found = [];
    for (const url of ['/api/me', `/members/${pid}`, '/readyz', '/healthz', '/metrics']) {
      const response = await muster.app.inject({ url, ...(url === '/api/me' ? { headers } : {}) });
      const isProblem = String(response.headers['content-type']).startsWith('application/problem+json');
      const code = isProblem ? response.json().code : 'none';
      found.push([response.statusCode, code, response.headers['retry-after']]);
    }
    return found;
  };
  const fine = [200, 'none', undefined];
  const unavailable = [503, 'unavailable', '5'];
  expect(await answers()).toEqual([fine, fine, fine, fine, fine]);

  await relay.cut();
  muster.clock.advance(1);
  expect(await answers()).toEqual([unavailable, unavailable, unavailable, fine, fine]);

  // A change made while the listener is disconnected shows after the reconnect: the listing is not served from memory.
  await using elsewhere = { db: openAt(place), [Symbol.asyncDispose]: () => elsewhere.db.close() };
  await elsewhere.db.transaction(async (trx) => {
    await trx.updateTable('teams').set({ name: 'After' }).where('pid', '=', pid).execute();
    await touchListing(trx, pid);
  });
  await relay.restore();
  muster.clock.advance(1);
  expect(await answers()).toEqual([fine, fine, fine, fine, fine]);
  expect((await muster.call(`/members/${pid}`)).json().data[0].name).toBe('After');
});
