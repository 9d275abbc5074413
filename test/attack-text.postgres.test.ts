import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { csvLine } from '../src/server/http/csv.ts';
import { useApp } from './support/app.ts';
import { bodySchemas } from './support/bad-input.ts';
import { createCaller } from './support/world.ts';

const muster = useApp();

test.each(['\u202e', '\u2066', '\u200b', '\u2060', '\ufeff', '\u202a', '\u2069'])(
  'a name with the invisible character %j is refused, and ones that scripts and emoji need are not',
  async (character) => {
    const { headers } = await createCaller(muster);
    const put = (name: string) => {
      const payload = { name, intro: '', listing: 'public', resume_public: false, history_public: true };
      return muster.call({ method: 'PUT', url: '/api/me/profile', headers, payload });
    };
    const refused = await put(`Ada${character}`);
    expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, '/name']);
    for (const name of ['علی\u200cرضا', '👩\u200d🚀', 'שלום', 'क्\u200dष', 'Zoë', '王小明'])
      expect((await put(name)).statusCode).toBeLessThan(300);
  },
);

test('two spellings of an address are one person only if they are the same mailbox', async () => {
  const signIn = async (email: string): Promise<string> => {
    await muster.call({ method: 'POST', url: '/api/sign-in/email', payload: { email } });
    const [mail] = await muster.deliver();
    const token = /#token=(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const { uid } = (
      await muster.call({ method: 'POST', url: '/api/sign-in', payload: { token, confirmed: true } })
    ).json();
    return `${uid} ${mail?.to}`;
  };
  const mine = await signIn('kate@example.org');
  for (const same of ['KATE@EXAMPLE.ORG', ' Kate@example.org ', '\u212aate@example.org'])
    expect(await signIn(same)).toBe(mine);
  for (const other of [
    'k.ate@example.org',
    'kate+x@example.org',
    'kаte@example.org',
    'ĸate@example.org',
    'kate@example.org.tw',
  ]) {
    const [uid = '', to] = (await signIn(other)).split(' ');
    expect(mine).not.toContain(uid);
    expect(to).toBe(other);
  }
});

test('no regular expression of the document or the code takes more than linear time', () => {
  const { document } = bodySchemas(muster);
  const patterns = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('pattern' in node && typeof node.pattern === 'string') patterns.add(node.pattern);
    for (const inside of Object.values(node)) walk(inside);
  };
  walk(document);
  expect(patterns.size).toBeGreaterThan(3);
  const units = ['a', '0', ' ', '-', '_', 'a-', '0 ', '. ', '+', '()', 'A', '\t', 'ﬀ', '@', '.', 'a@', '"'];
  // One that goes back over the text for every letter would not come to an end within the time of a test.
  for (const pattern of patterns) {
    for (const unit of units) new RegExp(pattern, 'u').test(`+${unit.repeat(100_000 / unit.length)}!`);
  }
  for (const unit of units) {
    const long = unit.repeat(100_000 / unit.length);
    expect(typeof csvLine([` ${long}!`, long])).toBe('string');
  }
});

test('long headers and URLs do not slow down the regular expressions that check them', async () => {
  const units = [' ', '\t', ',', ';', '"', 'a', 'W/', '=', 'q=0;', '*'];
  for (const unit of units) {
    const long = unit.repeat(15_000 / unit.length);
    for (const name of [
      'authorization',
      'cookie',
      'accept',
      'accept-encoding',
      'if-match',
      'if-none-match',
      'user-agent',
      'origin',
      'x-forwarded-for',
      'content-type',
      'range',
    ]) {
      const { statusCode } = await muster.app.inject({ url: '/api/me', headers: { [name]: `x${long}y` } });
      expect(statusCode).toBe(401);
    }
  }
});

test('a compressed body is not decompressed, whatever its size', async () => {
  const { headers } = await createCaller(muster);
  const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20));
  expect(bomb.length).toBeLessThan(256 * 1024);
  for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
    const answer = await muster.call({
      method: 'PUT',
      url: '/api/me/resume',
      headers: { ...headers, 'content-type': 'application/json', 'content-encoding': encoding },
      payload: bomb,
    });
    expect([400, 415]).toContain(answer.statusCode);
  }
});

test('no field of a body changes Object.prototype', async () => {
  const { headers } = await createCaller(muster);
  const bodies = [
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"markdown":"x","__proto__":{"polluted":1}}',
  ];
  for (const payload of bodies) {
    const json = { ...headers, 'content-type': 'application/json' };
    expect((await muster.call({ method: 'PUT', url: '/api/me/resume', headers: json, payload })).statusCode).toBe(400);
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = '__proto__[polluted]=1&__proto__.polluted=1&constructor[prototype][polluted]=1&username=a&password=b';
  expect((await muster.call({ method: 'POST', url: '/api/token', headers: form, payload })).statusCode).toBeLessThan(
    500,
  );
  await muster.call('/api/projects?__proto__[polluted]=1&__proto__=1');
  expect('polluted' in {}).toBe(false);
});
