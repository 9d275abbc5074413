import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { readConfig } from '../../src/server/config.ts';
import { createSetUpLink } from '../../src/server/features/sign-in/sign-in.service.ts';
import type { Clock } from '../../src/server/lib/clock.ts';
import { serve } from '../../src/server/start.ts';
import { freePort } from '../../test/support/servers/postgres-server.ts';
import { compileCache, scratchFolder } from '../../test/support/scratch.ts';
import { copySqliteTemplate } from '../../test/support/runner/templates.ts';

const root = join(import.meta.dirname, '../..');
const patienceMs = 60_000;

export type Server = {
  url: string;
  folder: string;
  setUpLink: string;
  /** The link in the next mail to this address that has one of this kind. */
  mailedLink: (email: string, kind?: string) => Promise<string>;
  /** The code of the next sign-in mail to the address. */
  mailedCode: (email: string) => Promise<string>;
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** Settings that depend on the URL of the server. */
type SettingsFor = (url: string) => Promise<Record<string, string>>;

async function newSettings(env: Record<string, string>, settingsFor: SettingsFor) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const folder = scratchFolder('e2e');
  const usual = { DATA_DIR: folder, PORT: String(port), RATE_LIMIT_SCALE: '1000000' };
  return { url, folder, settings: { ...usual, ...env, ...(await settingsFor(url)) } };
}

/** The service in the process of the test: starting one takes a second less of the processor. */
export async function startServer(
  env: Record<string, string> = {},
  settingsFor: SettingsFor = async () => ({}),
  clock?: Clock,
): Promise<Server> {
  const { url, folder, settings } = await newSettings(env, settingsFor);
  copySqliteTemplate(folder);
  const { muster, stop } = await serve(readConfig(settings), pino({ level: 'silent' }), { clock });
  const close = async () => {
    // Browsers keep theirs open, and a stop waits for them.
    muster.app.server.closeAllConnections();
    await stop();
  };
  return serverAt(url, folder, (await createSetUpLink(muster.services)) ?? '', close);
}

/** The service as an operator starts it: its own process with its own folder. */
export async function startServerProcess(env: Record<string, string> = {}): Promise<Server> {
  const { url, folder, settings } = await newSettings(env, async () => ({}));
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return serverAt(url, folder, await firstLink(child.stdout), close);
}

function serverAt(url: string, folder: string, setUpLink: string, close: () => Promise<void>): Server {
  const seen = new Set<string>();
  return {
    url,
    folder,
    setUpLink,
    mailedLink: (email, kind = '/sign-in#token=') => waitForMail(join(folder, 'mail'), email, linkTo(kind), seen),
    mailedCode: (email) => waitForMail(join(folder, 'mail'), email, (text) => /(\d{6})$/m.exec(text)?.[1], seen),
    [Symbol.asyncDispose]: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The log is read to its end, so that the service never blocks on a full pipe. */
function firstLink(log: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const timer = setTimeout(() => reject(new Error(`no set-up link in the log:\n${lines.join('\n')}`)), patienceMs);
    createInterface(log).on('line', (line) => {
      lines.push(line);
      const link = /Set-up link: (\S+?)"/.exec(line)?.[1];
      if (link === undefined) return;
      clearTimeout(timer);
      resolve(link);
    });
  });
}

const linkTo = (kind: string) => (text: string) => (text.match(/https?:\S+/g) ?? []).find((url) => url.includes(kind));

async function waitForMail(
  folder: string,
  email: string,
  find: (text: string) => string | undefined,
  seen: Set<string>,
): Promise<string> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(25)) {
    for (const file of mailFiles(folder).filter((name) => !seen.has(name))) {
      const mail = readFileSync(join(folder, file), 'utf8');
      if (!mail.includes(`To: ${email}`)) continue;
      const found = find(textOf(mail));
      if (found === undefined) continue;
      seen.add(file);
      return found;
    }
  }
  throw new Error(`no mail to ${email}`);
}

function mailFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.eml'));
  } catch {
    return [];
  }
}

/** The decoded text of a mail, which may also have an HTML part and attachments. */
export function textOf(mail: string): string {
  const message = mail.replaceAll('\r\n', '\n');
  const type = message.search(/^content-type: text\/plain/im);
  const boundary = message
    .slice(0, type)
    .match(/^--\S+$/gm)
    ?.at(-1);
  const start = boundary === undefined ? 0 : message.lastIndexOf(boundary, type);
  const end = boundary === undefined ? -1 : message.indexOf(`\n${boundary}`, type);
  const [head = '', ...rest] = message.slice(start, end === -1 ? undefined : end).split('\n\n');
  const body = rest.join('\n\n');
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body;
  const bytes = body
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
