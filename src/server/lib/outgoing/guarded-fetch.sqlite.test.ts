import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startReceiver } from '../../../../test/support/servers/receiver.ts';
import { readConfig } from '../../config.ts';
import { checkDestination, parseInternalHost, isPublicAddress } from './destination.ts';
import { createGuardedFetch, FetchFailed, AddressRefused, guardedLookup } from './guarded-fetch.ts';

/** Belongs to a self-signed certificate for 127.0.0.1. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIoPecbDcQyy+7K8h
BqJkSRe/zZPl/CSJ/lVfpr916MqhRANCAAQnC3QxyQzC86Z+nFWPJJ8Kk7TsLtgS
/q5At29piRKAIojvEvxwsVKzkLx/ugx9glJSqvykBIXEy5hEBt2r3i6l
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUTR4QmQUQ2PUfcsnJ1fczzvo0YGgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTExNjA4Mzg1M1oYDzIxMjYxMDIz
MDgzODUzWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQnC3QxyQzC86Z+nFWPJJ8Kk7TsLtgS/q5At29piRKAIojvEvxwsVKz
kLx/ugx9glJSqvykBIXEy5hEBt2r3i6lo2QwYjAdBgNVHQ4EFgQUFyb73JikOZKF
x4S68IeuARL1piUwHwYDVR0jBBgwFoAUFyb73JikOZKFx4S68IeuARL1piUwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IQCrdrGN4SjLLXNfhwQOU3X54lUR9fWp0kNcih18Taih0gIgWh+GedyGWQMNYMNM
rEN6R2Y38d+nuvhkCI5BvaROSWQ=
-----END CERTIFICATE-----`;

const loopback = { internalHosts: [{ hostname: '127.0.0.1', port: undefined }] };
const guardedFetch = createGuardedFetch(loopback);
/** A fetch for which every name has these addresses, with the names that it resolved. */
function withAddresses(...answers: string[][]) {
  const resolved: string[] = [];
  const resolve = async (name: string) => (resolved.push(name), answers[resolved.length - 1] ?? answers.at(-1) ?? []);
  return { resolved, guardedFetch: createGuardedFetch({ internalHosts: [], resolve }) };
}

test.each(['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '::8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001:0:1::1',
  '2001:2::1',
  '3fff::1',
  '4000::1',
  'localhost',
  '',
  '1.1.1.1 ',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ['https://127.0.0.1/', 'not_public'],
  ['https://2130706433/', 'not_public'],
  ['https://0x7f.1/', 'not_public'],
  ['https://0177.0.0.1/', 'not_public'],
  ['https://127.0.0.1./', 'not_public'],
  ['https://127.0.0.1../', 'not_public'],
  ['https://localhost../', 'not_public'],
  ['https://[::ffff:7f00:1]/', 'not_public'],
  ['https://①②⑦.⓪.⓪.①/', 'not_public'],
  ['https://0/', 'not_public'],
  ['https://[::1]/', 'not_public'],
  ['https://[::ffff:10.0.0.1]/', 'not_public'],
  ['https://[64:ff9b::a00:1]/', 'not_public'],
  ['https://169.254.169.254/latest/meta-data', 'not_public'],
  ['https://localhost/', 'not_public'],
  ['https://LOCALHOST./', 'not_public'],
  ['https://a.localhost/', 'not_public'],
  ['https://intranet/', 'not_public'],
  ['https://printer.local/', 'not_public'],
  ['https://metadata.google.internal/', 'not_public'],
  ['http://example.org/', 'not_https'],
  ['ftp://example.org/', 'not_https'],
  ['file:///etc/passwd', 'not_https'],
  ['https://user@example.org/', 'has_credentials'],
  ['https://example.org:secret@127.0.0.1/', 'has_credentials'],
  ['https://', 'invalid'],
  ['example.org', 'invalid'],
  [`https://example.org/${'a'.repeat(2000)}`, 'invalid'],
])('refuses %s: %s', async (url, refusal) => {
  expect(checkDestination(url, [])).toBe(refusal);
  await expect(createGuardedFetch({ internalHosts: [] })(url)).rejects.toMatchObject({ code: refusal });
});

test.each(['https://example.org/hook?a=b', 'https://example.org:8443/', 'https://1.1.1.1/', 'https://[2606:4700::1]/'])(
  'allows %s',
  (url) => {
    expect(checkDestination(url, [])).toMatchObject({ internal: false });
  },
);

test('only hosts that the operator names may be internal, with their port if it is given', () => {
  const hosts = ['chat.internal', '10.0.0.7:8065', '[fd00::1]:80', 'Bücher.example'].map(parseInternalHost);
  expect(hosts).toEqual([
    { hostname: 'chat.internal', port: undefined },
    { hostname: '10.0.0.7', port: '8065' },
    { hostname: 'fd00::1', port: '80' },
    { hostname: 'xn--bcher-kva.example', port: undefined },
  ]);
  const allowed = (url: string) =>
    typeof checkDestination(
      url,
      hosts.filter((host) => host !== undefined),
    ) === 'object';
  for (const url of [
    'http://chat.internal/',
    'https://CHAT.internal.:99/',
    'http://10.0.0.7:8065/',
    'http://[fd00::1]/',
  ])
    expect([url, allowed(url)]).toEqual([url, true]);
  for (const url of ['http://a.chat.internal/', 'http://10.0.0.7/', 'https://10.0.0.7/', 'http://[fd00::1]:81/'])
    expect([url, allowed(url)]).toEqual([url, false]);
});

test.each(['http://chat.internal', 'a/b', 'a b', 'user@host', '[::1', '::1', 'host:port', '%%'])(
  'INTERNAL_HOSTS rejects "%s"',
  (value) => {
    expect(() => readConfig({ INTERNAL_HOSTS: `good.internal,${value}` }, 'inspect')).toThrow(
      /INTERNAL_HOSTS must be hosts/,
    );
  },
);

test.each([
  ['127.0.0.1'],
  ['10.0.0.1'],
  ['169.254.169.254'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['fd00::1'],
])('a name that resolves to %s is refused, also when it has public addresses', async (address) => {
  const alone = withAddresses([address]);
  await expect(alone.guardedFetch('https://rebind.example/')).rejects.toMatchObject({ code: 'not_public' });
  expect(alone.resolved).toEqual(['rebind.example']);
  const mixed = withAddresses(['1.1.1.1', address]);
  await expect(mixed.guardedFetch('https://rebind.example/')).rejects.toMatchObject({ code: 'not_public' });
});

test('the connection gets the very addresses that were checked, from one look-up', async () => {
  const answers = [['1.1.1.1', '2606:4700::1'], ['127.0.0.1']];
  let lookups = 0;
  const lookup = guardedLookup(async () => answers[lookups++] ?? []);
  const pinned = () =>
    new Promise((resolve) => lookup('rebind.example', { all: true }, (error, found) => resolve(error ?? found)));
  expect(await pinned()).toEqual([
    { address: '1.1.1.1', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ]);
  expect(lookups).toBe(1);
  expect(await pinned()).toBeInstanceOf(AddressRefused);
});

test('a name without addresses is unknown', async () => {
  await expect(withAddresses([]).guardedFetch('https://nowhere.example/')).rejects.toMatchObject({
    code: 'unknown_host',
  });
});

test('sends method, headers and body with its own User-Agent, and returns the response', async () => {
  await using receiver = await startReceiver();
  receiver.answerWith(
    (response) => void response.writeHead(201, { 'retry-after': '7', 'set-cookie': 'a=b' }).end('täglich'),
  );
  const send = () =>
    guardedFetch(`${receiver.url}/hook?x=1#part`, { method: 'POST', headers: { 'x-one': '1' }, body: 'grüß' });
  expect(await send()).toMatchObject({ status: 201, body: 'täglich', headers: { 'retry-after': '7' } });
  await send();
  for (const { method, path, body, headers } of receiver.requests) {
    expect({ method, path, body }).toEqual({ method: 'POST', path: '/hook?x=1', body: 'grüß' });
    expect(headers).toMatchObject({
      'x-one': '1',
      'content-length': '6',
      'user-agent': expect.stringMatching(/^Muster\//),
    });
    expect(headers).not.toHaveProperty('cookie');
  }
  expect(receiver.connections()).toBe(1);
});

test('does not follow a redirect', async () => {
  await using target = await startReceiver();
  await using receiver = await startReceiver();
  receiver.answerWith((response) => void response.writeHead(307, { location: target.url }).end());
  expect(await guardedFetch(receiver.url)).toMatchObject({ status: 307 });
  expect(target.requests).toEqual([]);
});

test('reads the beginning of a long or endless response and closes the connection', async () => {
  await using receiver = await startReceiver();
  const closed = Promise.withResolvers<void>();
  let sent = 0;
  receiver.answerWith((response) => {
    const chunk = Buffer.alloc(65_536, 'a');
    const more = () => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
    };
    response.writeHead(200).on('drain', more).on('close', closed.resolve);
    more();
  });
  const { status, body } = await guardedFetch(receiver.url, { maxResponseBytes: 1000 });
  expect([status, body]).toEqual([200, 'a'.repeat(1000)]);
  await closed.promise;
  expect(sent).toBeLessThan(10_000_000);
});

test('ends a request whose response does not begin in time', async () => {
  await using receiver = await startReceiver();
  receiver.answerWith(() => {});
  await expect(guardedFetch(receiver.url, { timeoutMs: 50 })).rejects.toEqual(new FetchFailed('timeout'));
});

test('ends a response that arrives byte by byte, with the status that was received', async () => {
  await using receiver = await startReceiver();
  receiver.answerWith((response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 5);
    response.on('close', () => clearInterval(drip));
  });
  const { status, body } = await guardedFetch(receiver.url, { timeoutMs: 100 });
  expect([status, /^\.+$/.test(body)]).toEqual([200, true]);
});

test('headers that arrive byte by byte do not extend the time limit', async () => {
  const server = createServer((socket) => {
    const drip = setInterval(() => socket.write('H'), 5);
    socket.on('error', () => {}).on('close', () => clearInterval(drip));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const failure = guardedFetch(`http://127.0.0.1:${port}/`, { timeoutMs: 60 });
  await expect(failure).rejects.toMatchObject({ code: expect.stringMatching(/^(timeout|bad_response)$/) });
  server.close();
});

test('rejects a certificate that nobody trusts', async () => {
  const server = createHttpsServer({ key, cert }, (_request, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(guardedFetch(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'certificate' });
  server.close();
});

test('a closed port is a failed connection', async () => {
  const { port } = await (async () => {
    await using early = await startReceiver();
    return early;
  })();
  const failure = guardedFetch(`http://127.0.0.1:${port}/secret-path`);
  await expect(failure).rejects.toEqual(new FetchFailed('connection'));
  await expect(failure).rejects.not.toThrow(/secret-path/);
});
