import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { startReceiver } from '../../../../../test/support/servers/receiver.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';
import { createGuardedFetch } from '../../../lib/outgoing/guarded-fetch.ts';
import { webhookWorker } from './worker.service.ts';

const muster = useApp({ env: { INTERNAL_HOSTS: '127.0.0.1' } });
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
  Object.assign(crew.owner, { headers: await browserOf(muster, crew.owner) });
});

const outcomeOf = async (url: string, guardedFetch = muster.services.guardedFetch): Promise<string> => {
  const { id } = (await crew.as(crew.owner, 'POST', 'webhooks', { url })).json();
  await crew.as(crew.owner, 'POST', `webhooks/${id}/ping`);
  await webhookWorker({ ...muster.services, guardedFetch }).drain();
  const [{ outcome, kind }] = (await crew.as(crew.owner, 'GET', `webhooks/${id}/deliveries`)).json().data;
  expect(kind).toBe('ping');
  return outcome;
};

test('redirects are failures and are not followed', async () => {
  await using target = await startReceiver();
  await using receiver = await startReceiver();
  receiver.answerWith((response) => void response.writeHead(302, { location: target.url }).end());
  expect(await outcomeOf(receiver.url)).toBe('http_302');
  expect(target.requests).toEqual([]);
});

test('of an endless response only the beginning is read', async () => {
  await using receiver = await startReceiver();
  const closed = Promise.withResolvers<void>();
  receiver.answerWith((response) => {
    const chunk = Buffer.alloc(1_000_000);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.writeHead(200).on('drain', more).on('close', closed.resolve);
    more();
  });
  expect(await outcomeOf(receiver.url)).toBe('http_200');
  await closed.promise;
});

test('of a response of 10 MB the rest is not taken', async () => {
  await using receiver = await startReceiver();
  const sentAll = Promise.withResolvers<boolean>();
  receiver.answerWith((response) => {
    response.writeHead(200, { 'content-length': 10_000_000 });
    response.on('close', () => sentAll.resolve(response.writableFinished)).end(Buffer.alloc(10_000_000));
  });
  expect(await outcomeOf(receiver.url)).toBe('http_200');
  expect(await sentAll.promise).toBe(false);
});

test('an endpoint that does not answer in time is a failure', async () => {
  await using receiver = await startReceiver();
  receiver.answerWith(() => {});
  const impatient: typeof muster.services.guardedFetch = (url, options) =>
    muster.services.guardedFetch(url, { ...options, timeoutMs: 50 });
  expect(await outcomeOf(receiver.url, impatient)).toBe('timeout');
});

test('a name that resolves to this machine is not connected to', async () => {
  await using receiver = await startReceiver();
  const resolve = async () => ['127.0.0.1'];
  const guarded = createGuardedFetch({ internalHosts: [], resolve });
  expect(await outcomeOf(`https://rebind.example:${receiver.port}/`, guarded)).toBe('not_public');
  expect(receiver.connections()).toBe(0);
});
