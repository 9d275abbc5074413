import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('oidc-process.ts', import.meta.url));

export type Account = { sub: string; email?: string; email_verified?: boolean; name?: string };
export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

/** The provider, and the settings that Muster needs for it. */
export async function startProvider(baseUrl: string) {
  const child = spawn(process.execPath, [script, `${baseUrl}/api/sign-in/oidc/callback`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const issuer = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /^listening (\S+)$/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error('the provider ended before it listened')));
  });
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'muster',
      OIDC_CLIENT_SECRET: 'a secret of the tests',
      OIDC_NAME: 'Example ID',
    },
    /** Sets the claims for the person who logs in with this name. */
    knows: async (account: Account): Promise<void> => {
      await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(account) });
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Follows the provider's pages like a browser, and returns the callback URL. */
export async function walkProvider(start: string, login: string | null): Promise<URL> {
  const jar = new Map<string, string>();
  const go = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const [name = '', value = ''] = pair.split('=', 2);
      jar.set(name, value);
    }
    return response;
  };
  const { origin } = new URL(start);
  let response = await go(start);
  for (let step = 0; step < 12; step += 1) {
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    const url = new URL(location, origin);
    if (url.origin !== origin) return url;
    if (!url.pathname.startsWith('/interaction/')) response = await go(url.href);
    else if (login === null) response = await go(`${url.href}/abort`);
    else {
      const asks = (await (await go(url.href)).text()).includes('name="login"');
      response = await go(url.href, asks ? { prompt: 'login', login } : { prompt: 'consent' });
    }
  }
  throw new Error('the provider leads in circles');
}
