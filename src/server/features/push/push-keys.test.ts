import { expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import { createCrew } from '../../../../test/support/world.ts';
import { keyring } from '../../lib/seal.ts';
import { rotateKeys } from '../private-data/rotation.service.ts';

test('the key is created once, kept sealed, and survives a change of the key that seals it', async () => {
  await using app = await startTestApp();
  const { member } = await createCrew(app);
  const keyOf = async () =>
    (await app.call({ url: '/api/me/push-subscriptions', headers: member.headers })).json().public_key;
  const [one, two, three] = await Promise.all([keyOf(), keyOf(), keyOf()]);
  expect(new Set([one, two, three]).size).toBe(1);
  const stored = () => app.db.read.selectFrom('installation').select('push_private').executeTakeFirstOrThrow();
  const sealed = (await stored()).push_private ?? '';
  expect(sealed).toMatch(/^[0-9a-f]{8}\.[\w-]{90,}$/);
  const next = keyring([Buffer.alloc(32, 7), ...app.config.secrets]);
  expect(await rotateKeys(app.db, next, () => {})).toMatchObject({ resealed: 1, unopened: 0 });
  expect((await stored()).push_private?.startsWith(next.current.id)).toBe(true);
});
