import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig({ DATA_DIR: '/nonexistent', ...env }, 'inspect');

test.each(['https://example.org/muster', 'https://example.org/?a=b', 'https://user:secret@example.org'])(
  'rejects the base URL %s, because everything is served from the root of a host',
  (value) => {
    expect(() => read({ BASE_URL: value })).toThrow('BASE_URL must be the root of a host');
  },
);

test('a base URL may end with a slash', () => {
  expect(read({ BASE_URL: 'https://example.org:8443/' }).baseUrl).toBe('https://example.org:8443');
});

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['BASE_ULR', 'BASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['BACKUP_EVERYY', 'BACKUP_EVERY'],
  ['TRUST_PROXI', 'TRUST_PROXY'],
])('rejects the misspelt setting %s', (name, meant) => {
  expect(() => read({ [name]: '1' })).toThrow(`${name} is not a Muster setting; did you mean ${meant}?`);
});

test('variables of other programs are left alone', () => {
  const others = {
    HOSTNAME: 'a',
    PORTS: '1',
    MAIL: 'b',
    HOSTS: 'c',
    DATABASE_URLS: 'd',
    DATABASE_URL: 'postgres://a/b',
  };
  expect(read({ ...others, MUSTER_KEY: '11'.repeat(32) }).port).toBe(3000);
});
