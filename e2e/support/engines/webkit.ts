import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, globSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { freePort } from '../../../test/support/servers/postgres-server.ts';
import { scratchFolder } from '../../../test/support/scratch.ts';
import type { Engine } from './browser-window.ts';

const driver = '/usr/bin/WebKitWebDriver';
const screen = '/usr/bin/Xvfb';
const miniBrowser = (): string | undefined => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0];

export const hasWebKit = (): boolean => existsSync(driver) && existsSync(screen) && miniBrowser() !== undefined;

/** WebKitGTK's own small browser on a screen in memory, driven by WebDriver. */
export async function startWebKit({ width, height }: { width: number; height: number }): Promise<Engine> {
  const folder = scratchFolder('webkit');
  const port = await freePort();
  const xvfb = spawn(screen, ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const env = { ...process.env, HOME: folder, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder, LANG: 'en_GB.UTF-8' };
  const webDriver = spawn(driver, [`--port=${port}`], {
    env: { ...env, DISPLAY: `:${await firstLine(xvfb.stdout)}`, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
    detached: true,
  });
  const address = `http://127.0.0.1:${port}`;
  await untilItAnswers(address);
  const options = { binary: miniBrowser(), args: ['--automation', `--geometry=${width}x${height}`] };
  const { sessionId } = (await ask(`${address}/session`, 'POST', {
    capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string };
  const session = `${address}/session/${sessionId}`;
  const post = (path: string, body: object = {}) => ask(`${session}/${path}`, 'POST', body);
  return {
    // Without a server the navigation fails, which the page that is shown tells as well.
    open: async (url) => void (await post('url', { url }).catch(String)),
    reload: async () => void (await post('refresh').catch(String)),
    back: async () => void (await post('back')),
    run: async (body) => {
      const script = `const done = arguments[0];
        (async () => { ${body} })().then((value) => done([JSON.stringify(value)]), (error) => done([null, String(error)]));`;
      const [value, error] = (await post('execute/async', { script, args: [] })) as [string | null, string?];
      if (error !== undefined) throw new Error(error);
      return value === null ? undefined : JSON.parse(value);
    },
    type: async (text) => {
      const element = (await ask(`${session}/element/active`, 'GET')) as Record<string, string>;
      await post(`element/${Object.values(element)[0]}/value`, { text });
    },
    [Symbol.asyncDispose]: async () => {
      await ask(session, 'DELETE').catch(String);
      await Promise.all([end(webDriver), end(xvfb)]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const firstLine = (stream: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines = createInterface(stream);
    lines.once('line', resolve);
    lines.once('close', () => reject(new Error('the screen ended before it could be used')));
  });

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
}

async function untilItAnswers(address: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(50))
    if (
      await fetch(`${address}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  throw new Error('WebKitWebDriver does not answer');
}

async function ask(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(JSON.stringify(value));
  return value;
}
