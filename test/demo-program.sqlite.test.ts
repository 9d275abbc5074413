import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { demoCallers } from '../scripts/demo/data.ts';
import { freePort } from './support/servers/postgres-server.ts';
import { compileCache, scratchFolder } from './support/scratch.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const commands = { node: [process.execPath, 'scripts/demo.ts'], npm: ['npm', 'run', 'demo'] };

async function runDemo(folder: string, by: keyof typeof commands) {
  const port = await freePort();
  const [command = '', ...options] = commands[by];
  const child = spawn(command, options, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCache,
      DATA_DIR: folder,
      PORT: String(port),
      DATABASE_URL: 'postgres://nowhere/real',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // Also after a failure: a demo that goes on would keep the run from ending.
  onTestFinished(() => void child.kill('SIGTERM'));
  let text = '';
  for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += part;
    if (text.includes('Each link works once')) break;
  }
  child.stdout.resume();
  const links = [...text.matchAll(/Sign in as (\w+) .*:\n\s+(\S+)#token=(\S+)/g)].map(([, role, page, token]) => ({
    role,
    page,
    token,
  }));
  const stop = async () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { base: `http://127.0.0.1:${port}`, port, links, stop };
}

const isListening = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );

test('the demo prints a working link for each kind of caller, and new ones at the next start; npm passes SIGTERM on to it', async () => {
  const folder = scratchFolder('demo');
  try {
    for (const by of ['npm', 'node'] as const) {
      const demo = await runDemo(folder, by);
      expect(demo.links.map(({ role }) => role)).toEqual(['administrator', 'owner', 'chief', 'volunteer']);
      const callers = [];
      for (const { page, token } of demo.links) {
        expect(page).toBe(`http://localhost:${demo.port}/sign-in`);
        const signedIn = await fetch(`${demo.base}/api/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token, confirmed: true }),
        });
        expect({ by, status: signedIn.status }).toEqual({ by, status: 200 });
        const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
        callers.push(await (await fetch(`${demo.base}/api/me`, { headers: { cookie } })).json());
      }
      const [administrator, owner, chief, volunteer] = callers;
      expect(callers.map(({ email }) => email)).toEqual(demoCallers().map(({ email }) => email));
      expect(administrator.roles).toEqual(['administrator']);
      expect(owner.projects.map((project: { owner: boolean }) => project.owner)).toEqual([true, true, true, true]);
      const projectOf = (me: { projects: { pid: string }[] }, pid: string) =>
        me.projects.find((one) => one.pid === pid);
      expect(projectOf(chief, '2026')).toMatchObject({ owner: false, teams: [{ tid: 'venue', role: 'chief' }] });
      expect(projectOf(volunteer, '2026')).toMatchObject({ teams: [{ tid: 'venue', role: 'member' }] });
      expect({ by, code: await demo.stop() }).toEqual({ by, code: 0 });
      await expect.poll(() => isListening(demo.port)).toBe(false);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
