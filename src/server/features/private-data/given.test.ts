import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();

const bank = { code: '', number: '', branch: '', holder: '' };
const address = { country: '', postal_code: '', receiver: '', address: '' };
const real = { name: '', phone: '', national_id: '', company: '', birthday: null };

test.each<[path: string, kind: string, value: object, isGiven: boolean]>([
  ['dietary-habits', 'dietary_habits', { selected: [], note: 'No shrimps' }, true],
  ['dietary-habits', 'dietary_habits', { selected: ['vegan'], note: '' }, true],
  ['bank', 'bank', { ...bank, number: '12345678' }, false],
  ['bank', 'bank', { ...bank, holder: 'Ada' }, false],
  ['bank', 'bank', { ...bank, code: '004', branch: 'Main' }, false],
  ['bank', 'bank', { ...bank, number: '12345678', holder: 'Ada' }, true],
  ['address', 'address', { ...address, country: 'TW', receiver: 'Ada' }, false],
  ['address', 'address', { ...address, country: 'TW', address: 'Road 1' }, false],
  ['address', 'address', { ...address, country: 'TW', receiver: 'Ada', address: 'Road 1' }, true],
  ['real-profile', 'real_profile', { ...real, name: 'Ada' }, false],
  ['real-profile', 'real_profile', { ...real, phone: '+886912345678' }, false],
  ['real-profile', 'real_profile', { ...real, name: 'Ada', phone: '+886912345678' }, true],
])('%s: whether %s of %j is enough: %s', async (path, kind, payload, isGiven) => {
  const headers = bearer(await tokenOf(muster, await createPerson(muster)));
  const put = await muster.call({ method: 'PUT', url: `/api/me/${path}`, headers, payload });
  expect(put.statusCode).toBe(200);
  const { missing } = (await muster.call({ url: '/api/me', headers })).json();
  expect(!missing.includes(kind)).toBe(isGiven);
});
