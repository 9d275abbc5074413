/** Sends the largest requests that Muster accepts through a real nginx and a real Caddy with the files in deploy/. */
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { tableBodyBytes } from '../src/server/features/imports/imports.schema.ts';
import { maxPictureBytes, pictureBodyBytes } from '../src/server/features/projects/appearance/appearance.schema.ts';
import { connectionLimits } from '../src/server/http/connections.ts';
import { maxReceiptBytes } from '../src/shared/claims.ts';
import { startTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { browserOf } from './support/factories.ts';
import { scratchFolder } from './support/scratch.ts';
import { freePort } from './support/servers/postgres-server.ts';
import { createCrew } from './support/world.ts';
import type { Crew } from './support/world.ts';
import { claimSteps, pdf } from './support/world/claim-steps.ts';

const shipped = (name: string) => fileURLToPath(new URL(`../deploy/${name}`, import.meta.url));

function isInstalled(program: string, versionArgument: string): boolean {
  try {
    execFileSync(program, [versionArgument], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(
      `${program} is not installed, so its file in deploy/ is not tested. On Debian: apt install ${program}`,
    );
    return false;
  }
}

type Start = { folder: string; port: number; musterPort: number };

/** Changes only ports, certificate and the address of Muster in the file. */
async function spawnNginx({ folder, port, musterPort }: Start): Promise<ChildProcess> {
  const plainPort = await freePort();
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '1'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], { stdio: 'ignore' });
  const server = readFileSync(shipped('nginx.conf'), 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${musterPort}`)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replace('/etc/ssl/muster/fullchain.pem', certificate)
    .replace('/etc/ssl/muster/privkey.pem', key);
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${server}}\n`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, main);
  return spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' });
}

/** The file has variables for the host and for Muster. For `localhost`, Caddy makes a certificate itself. */
async function spawnCaddy({ folder, port, musterPort }: Start): Promise<ChildProcess> {
  const file = join(folder, 'Caddyfile');
  const options = `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n`;
  writeFileSync(file, `${options}import ${shipped('Caddyfile')}\n`);
  const env = {
    PATH: process.env['PATH'],
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    MUSTER_HOST: `https://localhost:${port}`,
    MUSTER_UPSTREAM: `127.0.0.1:${musterPort}`,
  };
  return spawn('caddy', ['run', '--config', file], { stdio: 'ignore', env });
}

async function startProxy(spawnProxy: typeof spawnNginx, musterPort: number) {
  const [folder, port] = [scratchFolder('proxy'), await freePort()];
  const child = await spawnProxy({ folder, port, musterPort });
  const ended = new Promise((resolve) => child.on('close', resolve));
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Answer = { status: number | undefined; type: string | undefined; body: string };

type Call = { port: number; method?: string; path: string; headers?: Record<string, string>; body?: Buffer | string };

function send({ port, method = 'PUT', path, headers = {}, body = '' }: Call): Promise<Answer> {
  const host = `localhost:${port}`;
  const options = { host: '127.0.0.1', port, path, method, rejectUnauthorized: false, servername: 'localhost' };
  return new Promise((resolve, reject) => {
    const sent = request(
      { ...options, headers: { 'content-type': 'application/json', ...headers, host } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () =>
          resolve({ status: response.statusCode, type: response.headers['content-type'], body: text }),
        );
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** A proxy listens a moment after it was started. */
async function sendSoon(call: Call): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(call);
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const proxies = [
  { name: 'nginx', version: '-v', spawnProxy: spawnNginx },
  { name: 'caddy', version: 'version', spawnProxy: spawnCaddy },
];

type Upload = { route: string; method: string; path: string; headers: Record<string, string>; body: Buffer };

/** The largest body of each route that takes more than the others. */
async function largestUploads(muster: TestApp, crew: Crew): Promise<Upload[]> {
  const small = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#1d6a5f' } })
    .jpeg()
    .toBuffer();
  const picture = Buffer.concat([small, Buffer.alloc(maxPictureBytes - small.length)]);
  const shown = JSON.stringify({ data: picture.toString('base64'), alt: 'Harbour' }).padEnd(pictureBodyBytes);
  const { id } = await claimSteps(muster, () => crew).draft(crew.member);
  const receipt = Buffer.concat([pdf, Buffer.alloc(maxReceiptBytes - pdf.length, '\n')]);
  const table = JSON.stringify({ text: 'email;name\nmia@example.org;Mia\n' }).padEnd(tableBodyBytes);
  const session = await browserOf(muster, crew.owner);
  const headers = { ...session, cookie: `__Host-${session['cookie']}` };
  const uploads = [
    { at: 'PUT /picture', headers: crew.owner.headers, body: Buffer.from(shown) },
    {
      at: 'POST /claims/:id/files',
      headers: { ...crew.member.headers, 'content-type': 'application/pdf' },
      body: receipt,
    },
    { at: 'POST /people/import', query: '?dry_run=true', headers, body: Buffer.from(table) },
  ];
  return uploads.map(({ at, query = '', ...upload }) => {
    const [method = '', path = ''] = at.split(' ');
    const url = `/api/projects/${crew.pid}${path.replace(':id', id)}${query}`;
    return { ...upload, route: `${method} /api/projects/:pid${path}`, method, path: url };
  });
}

async function sendLargest(spawnProxy: typeof spawnNginx): Promise<void> {
  await using muster = await startTestApp({ env: { BASE_URL: 'https://muster.example.org', TRUST_PROXY: '1' } });
  const crew = await createCrew(muster);
  await muster.app.listen({ port: 0, host: '127.0.0.1' });
  await using proxy = await startProxy(spawnProxy, (muster.app.server.address() as AddressInfo).port);
  const metrics = await sendSoon({ port: proxy.port, method: 'GET', path: '/metrics' });
  // Muster itself would answer with a problem document.
  expect([metrics.status, metrics.body]).toEqual([404, expect.not.stringContaining('request_id')]);
  const uploads = await largestUploads(muster, crew);
  for (const { route, body, ...call } of uploads) {
    const accepted = await send({ ...call, port: proxy.port, body });
    expect([route, accepted.status, accepted.body]).toEqual([
      route,
      expect.toBeOneOf([200, 201]),
      expect.stringMatching(/^\{/),
    ]);
    const refused = await send({ ...call, port: proxy.port, body: Buffer.concat([body, Buffer.from(' ')]) });
    expect([route, refused.status, refused.type]).toEqual([route, 413, 'application/problem+json; charset=utf-8']);
  }
  const tested = new Map(uploads.map(({ route, body }) => [route, body.length]));
  // As large as an import of people, and read in the same way.
  tested.set('POST /api/projects/:pid/forms/:form/responses/import', tableBodyBytes);
  const large = muster.routes.filter(({ bodyLimit = 0 }) => bodyLimit > connectionLimits.bodyBytes);
  expect(new Map(large.map(({ method, url, bodyLimit }) => [`${method} ${url}`, bodyLimit]))).toEqual(tested);
}

for (const { name, version, spawnProxy } of proxies) {
  test.runIf(isInstalled(name, version))(
    `the largest picture, receipt and table get through ${name}, and Muster refuses larger ones`,
    () => sendLargest(spawnProxy),
  );
}
