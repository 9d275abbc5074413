import { beforeEach, expect, test } from 'vitest';
import { realLimits, useApp } from '../../../../../test/support/app.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';
import { messageSender } from './sender.service.ts';

const muster = useApp({ env: { ...realLimits, SMTP_URL: 'smtp://localhost' } });
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});

async function send(): Promise<string> {
  const message = { audience: { tids: ['venue'] }, subject: 'Shirts', body: 'Hello' };
  const { id } = (await crew.as(crew.chief, 'POST', 'messages', message)).json();
  expect((await crew.as(crew.chief, 'POST', `messages/${id}/send`)).statusCode).toBe(200);
  return id;
}

/** A sender of its own, as another process has. */
const senderWith = (deliver: () => Promise<void>) => {
  const { db, clock, config, services } = muster;
  const { keys, mailboxes } = services;
  const log = { warn: () => {}, error: () => {} };
  return messageSender({ db, clock, config, keys, mailboxes, mailer: { send: deliver, close: () => {} }, log });
};

const read = async (id: string) => (await crew.as(crew.chief, 'GET', `messages/${id}`)).json();
const resend = (id: string) => crew.as(crew.chief, 'POST', `messages/${id}/resend`);

test('sending again counts for the sender and for the mailbox', async () => {
  const id = await send();
  const broken = senderWith(async () => {
    throw Object.assign(new Error('closed'), { code: 'ECONNECTION', command: 'CONN' });
  });
  await broken.drain();
  for (let sent = 0; sent < 4; sent += 1) await send();
  expect((await resend(id)).statusCode).toBe(429);
  expect(await read(id)).toMatchObject({ state: 'sent', progress: { in_doubt: 1 } });
  muster.clock.advance(3600);
  await muster.deliver();
  muster.clock.advance(3600);
  expect((await resend(id)).statusCode).toBe(200);
  for (let sent = 0; sent < 3; sent += 1) await send();
  expect(await muster.deliver()).toHaveLength(3);
});

test('a message that ended continues for somebody whom a slow attempt did not reach', async () => {
  const id = await send();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const draining = senderWith(() => (begun.resolve(), end.promise)).drain();
  await begun.promise;
  muster.clock.advance(121);
  await muster.deliver();
  expect(await read(id)).toMatchObject({ state: 'sent', progress: { in_doubt: 1 } });
  end.reject(Object.assign(new Error('away'), { code: 'ESOCKET', syscall: 'connect' }));
  await draining;
  expect(await read(id)).toMatchObject({ state: 'sending', progress: { waiting: 1 } });
  muster.clock.advance(6);
  expect(await muster.deliver()).toHaveLength(1);
  expect(await read(id)).toMatchObject({ state: 'sent', progress: { sent: 1 } });
});
