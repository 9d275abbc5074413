import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';
import { hasWebAddress, nameForMail } from './web-address.ts';

test.each([
  'Win a prize: https://evil.example/win',
  'http://evil',
  'ftp://evil.example',
  'www.evil.example',
  'WWW.EVIL.EXAMPLE',
  'evil.com',
  'Go to evil.com!',
  'evil.ninja/win',
  'ｅｖｉｌ．ｃｏｍ',
  'evil。tw',
  'mail me@evil.org',
])('%s has a web address', (text) => {
  expect(hasWebAddress(text)).toBe(true);
});

test.each([
  'Ada Lovelace',
  'J. R. R. Tolkien',
  'J.R.R. Tolkien',
  'Dr.Who',
  'Node.js',
  '王小明',
  'A/V',
  'St.Pauli 2.0',
  '',
])('%s has none', (text) => {
  expect(hasWebAddress(text)).toBe(false);
});

test.each(['a', 'a.', 'a.b', ':', 'www', '.com'])(
  '%s 100,000 times is judged within the time limit of a test',
  (part) => {
    expect(typeof hasWebAddress(part.repeat(100_000))).toBe('boolean');
  },
);

test('in a mail, web addresses in a name are left out and nothing else becomes a link', () => {
  expect(nameForMail('Win a prize: https://evil.example/win')).toBe('Win a prize: …');
  expect(nameForMail('evil.ninja')).toBe('evil. ninja');
  expect(nameForMail('J. R. R. Tolkien')).toBe('J. R. R. Tolkien');
  expect(nameForMail('')).toBe('');
});

test.each([
  ['Ada@Example.org', 'ada@example.org'],
  ['ada+event@example.org', 'ada@example.org'],
  ['ada+a+b@example.org', 'ada@example.org'],
  ['+ada@example.org', '+ada@example.org'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['A.da@GoogleMail.com', 'ada@gmail.com'],
  ['a.d.a@example.org', 'a.d.a@example.org'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
])('%s is counted as %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
