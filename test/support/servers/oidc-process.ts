/** A real OpenID Connect provider in its own process. Its log-in page accepts any name; POST /control sets the claims. */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Provider } from 'oidc-provider';

const [redirectUri = ''] = process.argv.slice(2);
type Account = { email?: string; email_verified?: boolean; name?: string };
const accounts = new Map<string, Account>();

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'muster',
        client_secret: 'a secret of the tests',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['for the tests'] },
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...accounts.get(sub) }),
    }),
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url !== '/control') return void answer(request, response);
    void bodyOf(request).then((text) => {
      const { sub, ...account } = JSON.parse(text) as Account & { sub: string };
      accounts.set(sub, account);
      response.end();
    });
  });
  console.log(`listening ${issuer}`);
});
// Ends when the parent process closes the other end.
process.stdin.on('end', () => process.exit(0)).resume();
