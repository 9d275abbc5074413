import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();

async function put(path: string, payload: object): Promise<number> {
  const headers = bearer(await tokenOf(muster, await createPerson(muster)));
  return (await muster.call({ method: 'PUT', url: `/api/me/${path}`, headers, payload })).statusCode;
}

test.each([
  ['the first day that is taken', '1900-01-01', 200],
  ['the day before', '1899-12-31', 400],
  ['yesterday', '2026-05-31', 200],
  ['today', '2026-06-01', 400],
])('a birthday on %s, %s: %i', async (_, birthday, status) => {
  const real = { name: 'Ada', phone: '', national_id: '', company: '', birthday };
  expect(await put('real-profile', real)).toBe(status);
});

test.each([
  ['of a known country', 'DE89370400440532013000', 200],
  ['of a known country with a wrong checksum', 'DE88370400440532013000', 400],
  ['of a known country, a digit short but with the right checksum', 'DE5137040044053201300', 400],
  ['of an unknown country', 'ZZ721234567890123', 200],
  ['of an unknown country with a wrong checksum', 'ZZ731234567890123', 400],
])('an IBAN %s, %s: %i', async (_, number, status) => {
  expect(await put('bank', { code: '', number, branch: '', holder: 'Ada' })).toBe(status);
});
