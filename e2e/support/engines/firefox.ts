import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { scratchFolder } from '../../../test/support/scratch.ts';
import type { Engine } from './browser-window.ts';

const program = '/usr/bin/firefox-esr';

export const hasFirefox = (): boolean => existsSync(program);

/** Nothing leaves the machine: what is not local goes to a proxy that does not exist. */
const settings = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': 'localhost,127.0.0.1',
  'intl.accept_languages': 'en-GB',
  'ui.prefersReducedMotion': 1,
};

/** Firefox without a window, driven by WebDriver BiDi. */
export async function startFirefox({ width, height }: { width: number; height: number }): Promise<Engine> {
  const folder = scratchFolder('firefox');
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  writeFileSync(join(folder, 'user.js'), lines.join(''));
  const child = spawn(program, ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port=0'], {
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const send = await connect(`${await addressIn(child.stderr)}/session`);
  await send('session.new', { capabilities: {} });
  const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string };
  await send('browsingContext.setViewport', { context, viewport: { width, height } });
  return {
    // Without a server the navigation fails, which the page that is shown tells as well.
    open: async (url) =>
      void (await send('browsingContext.navigate', { context, url, wait: 'complete' }).catch(String)),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' }).catch(String)),
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    run: async (body) => {
      const expression = `(async () => JSON.stringify(await (async () => { ${body} })()))()`;
      const answer = await send('script.evaluate', { expression, target: { context }, awaitPromise: true });
      const { type, result, exceptionDetails } = answer as {
        type: string;
        result?: { value?: string };
        exceptionDetails?: { text: string };
      };
      if (type !== 'success') throw new Error(exceptionDetails?.text);
      return result?.value === undefined ? undefined : JSON.parse(result.value);
    },
    type: async (text) => {
      const actions = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Firefox chooses the port, and writes it into its log. */
const addressIn = (log: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines = createInterface(log);
    lines.on('line', (line) => {
      const address = /listening on (ws:\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    lines.once('close', () => reject(new Error('Firefox ended before it could be used')));
  });

type Send = (method: string, params: object) => Promise<unknown>;

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)));
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, message } = JSON.parse(String(data));
    if (type === 'error') waiting.get(id)?.reject(new Error(message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  let last = 0;
  return (method, params) => {
    last += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    return answer.promise;
  };
}
