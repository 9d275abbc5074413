import type * as OpenId from 'openid-client';
import type { OidcConfig } from '../../config.ts';
import { isLoopback } from '../../lib/address.ts';
import type { Clock } from '../../lib/clock.ts';
import { hmac } from '../../lib/secrets.ts';

/** The library is loaded on first use. */
const library = (): Promise<typeof OpenId> => import('openid-client');

const timeoutSeconds = 5;
const metadataMaxAgeMs = 3_600_000;

/** The provider does not answer, or not as configured. */
class ProviderUnavailable extends Error {}

/**
 * Limits where the server sends requests, because the endpoints come from the provider's metadata: https only, and
 * never loopback unless the configured issuer is on loopback.
 */
export function isAllowedEndpoint(issuer: string, address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const here = isLoopback(new URL(issuer).hostname);
  if (isLoopback(url.hostname)) return here && /^https?:$/.test(url.protocol);
  return url.protocol === 'https:';
}

export type Claims = {
  issuer: string;
  subject: string;
  email: string | undefined;
  verified: boolean;
  name: string;
  /** When the person signed in at the provider, if it says so. */
  authenticatedAt: Date | undefined;
};

export type Provider = ReturnType<typeof provider>;

/** The configured provider. Its metadata is fetched on first use. */
export function provider(settings: OidcConfig, redirectUri: string, clock: Clock) {
  let known: { at: number; description: Promise<OpenId.Configuration> } | undefined;

  const discover = async (): Promise<OpenId.Configuration> => {
    const now = clock.now().getTime();
    if (known !== undefined && now - known.at < metadataMaxAgeMs) return known.description;
    const description = describe(settings);
    known = { at: now, description };
    // Do not cache failures.
    description.catch(() => void (known = undefined));
    return description;
  };

  return {
    name: settings.name,
    /** With `maxAgeSeconds`, the provider asks the person to sign in again if they did so longer ago. */
    begin: async (state: string, secret: string, maxAgeSeconds?: number): Promise<string> => {
      const client = await library();
      const description = await discover();
      return client.buildAuthorizationUrl(description, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce: nonceOf(secret),
        code_challenge: await client.calculatePKCECodeChallenge(verifierOf(secret)),
        code_challenge_method: 'S256',
        ...(maxAgeSeconds === undefined ? {} : { max_age: String(maxAgeSeconds) }),
      }).href;
    },
    /** Fails unless the provider confirms `maxAgeSeconds`: some ignore the parameter. */
    finish: async (search: string, state: string, secret: string, maxAgeSeconds?: number): Promise<Claims> => {
      const client = await library();
      const description = await discover();
      const tokens = await client.authorizationCodeGrant(description, new URL(`${redirectUri}${search}`), {
        expectedState: state,
        expectedNonce: nonceOf(secret),
        pkceCodeVerifier: verifierOf(secret),
        idTokenExpected: true,
        ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
      });
      const idToken = tokens.claims();
      if (idToken === undefined) throw new Error('no ID token');
      // Some providers put the claims in the ID token, others only in the userinfo response.
      const more =
        idToken['email'] === undefined
          ? await client.fetchUserInfo(description, tokens.access_token, idToken.sub)
          : idToken;
      return claimsOf(settings.issuer, idToken, more);
    },
  };
}

/** Derived from the browser's secret, so that the server stores neither. */
const nonceOf = (secret: string): string => hmac(Buffer.from(secret), 'nonce');
const verifierOf = (secret: string): string => hmac(Buffer.from(secret), 'verifier');

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const claimsOf = (issuer: string, idToken: OpenId.IDToken, person: Record<string, unknown>): Claims => ({
  issuer,
  subject: idToken.sub,
  email: textOf(person['email']),
  verified: person['email_verified'] === true,
  name: textOf(person['name']) ?? '',
  authenticatedAt: idToken.auth_time === undefined ? undefined : new Date(idToken.auth_time * 1000),
});

async function describe({ issuer, clientId, clientSecret }: OidcConfig): Promise<OpenId.Configuration> {
  const client = await library();
  const guarded: OpenId.CustomFetch = async (url, options) => {
    if (!isAllowedEndpoint(issuer, url))
      throw new ProviderUnavailable(`the provider names an endpoint that is not allowed: ${url}`);
    const body = options.body instanceof Uint8Array ? new Uint8Array(options.body) : (options.body ?? null);
    const response = await fetch(url, { ...options, body, redirect: 'manual' }).catch((cause: unknown) => {
      throw new ProviderUnavailable('the provider does not answer', { cause });
    });
    if (response.status >= 500) throw new ProviderUnavailable(`the provider answered ${response.status}`);
    return response;
  };
  const insecure = new URL(issuer).protocol === 'http:' ? [client.allowInsecureRequests] : [];
  // Without it, the library relies on the connection alone and accepts ID tokens that nobody signed.
  const signed = client.enableNonRepudiationChecks;
  const authentication = authenticate(client, clientSecret);
  const found = await client
    .discovery(new URL(issuer), clientId, { [client.clockTolerance]: 30 }, authentication, {
      execute: [...insecure, signed],
      timeout: timeoutSeconds,
      [client.customFetch]: guarded,
    })
    .catch((cause: unknown) => {
      throw new ProviderUnavailable('the metadata of the provider cannot be read', { cause });
    });
  requireEndpoints(issuer, found.serverMetadata());
  return found;
}

/** Uses the method that the provider supports; the Basic header by default. */
function authenticate(client: typeof OpenId, secret: string | undefined): OpenId.ClientAuth {
  if (secret === undefined) return client.None();
  const [byHeader, byBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? byHeader : byBody)(server, ...rest);
  };
}

function requireEndpoints(issuer: string, metadata: OpenId.ServerMetadata): void {
  const needed = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri];
  const asked = metadata.userinfo_endpoint === undefined ? needed : [...needed, metadata.userinfo_endpoint];
  for (const address of asked) {
    if (address === undefined) throw new ProviderUnavailable('the metadata of the provider lacks an endpoint');
    if (!isAllowedEndpoint(issuer, address))
      throw new ProviderUnavailable(`the provider names an endpoint that is not allowed: ${address}`);
  }
}

/** Whether the error, or one of its causes, is that the provider cannot be reached. */
export function isProviderUnavailable(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof ProviderUnavailable || /timed? ?out/i.test(one.message)) return true;
  }
  return false;
}
