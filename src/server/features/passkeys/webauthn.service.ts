import type * as WebAuthn from '@simplewebauthn/server';
import type { Config } from '../../config.ts';
import type { NewPasskey, PasskeyAnswer } from './passkeys.schema.ts';

/** Loaded on first use: 293 files and 28 MB that many processes never need. */
const library = (): Promise<typeof WebAuthn> => import('@simplewebauthn/server');

const es256 = -7;
const edDsa = -8;
const rs256 = -257;
export const algorithms = [es256, edDsa, rs256];

/** A key that belongs to nobody, so that unknown credentials take as long as wrong signatures. */
export const dummyKey =
  'pQECAyYgASFYICVZayJiMGT_zn-zwqufR8Bx6H6UISEo2IuIepNhN3BxIlgg3G5jrFfofiTReTB_Y23TPTlsHLoa2fIq72FTVMAVAAw';

export const relyingId = (config: Config): string => new URL(config.baseUrl).hostname;
const expectations = (config: Config) => ({
  expectedOrigin: new URL(config.baseUrl).origin,
  expectedRPID: relyingId(config),
  requireUserVerification: true,
});

/** Undefined if the client data contains no challenge. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const isObject = typeof data === 'object' && data !== null;
    return isObject && 'challenge' in data && typeof data.challenge === 'string' ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}

const wholeOf = <T extends object>(id: string, response: T) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  response,
  clientExtensionResults: {},
});

export type VerifiedKey = { credentialId: string; publicKey: string; counter: number };

/** The library throws only because of the answer; it does no I/O. */
export async function verifyNew(
  config: Config,
  expectedChallenge: string,
  { id, response: { clientDataJSON, attestationObject } }: NewPasskey['credential'],
): Promise<VerifiedKey | undefined> {
  const { verifyRegistrationResponse } = await library();
  try {
    const response = wholeOf(id, { clientDataJSON, attestationObject });
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expectations(config),
      response,
      expectedChallenge,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo === undefined) return undefined;
    const { credential } = registrationInfo;
    const publicKey = Buffer.from(credential.publicKey).toString('base64url');
    return { credentialId: credential.id, publicKey, counter: credential.counter };
  } catch {
    return undefined;
  }
}

/** Returns the authenticator's counter; undefined if the answer is invalid. `markUsed` checks the counter. */
export async function verifyKnown(
  config: Config,
  expectedChallenge: string,
  { id, response: { clientDataJSON, authenticatorData, signature } }: PasskeyAnswer['credential'],
  publicKey: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectations(config),
      response: wholeOf(id, { clientDataJSON, authenticatorData, signature }),
      expectedChallenge,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
