import { call } from '../../api.ts';

/** Loaded when somebody uses a passkey: most visits do without. */
const library = () => import('@simplewebauthn/browser');

export const browserKnowsPasskeys = (): boolean => 'PublicKeyCredential' in window;

export async function signInWithPasskey(): Promise<void> {
  const { startAuthentication } = await library();
  const credential = await startAuthentication({ optionsJSON: await call('ask_passkey_sign_in', {}) });
  await call('sign_in_with_passkey', { body: { credential } });
}

/** From then on a passkey stands behind this session, and what needs a fresh proof may be done. */
export async function confirmWithPasskey(): Promise<void> {
  const { startAuthentication } = await library();
  const credential = await startAuthentication({ optionsJSON: await call('ask_confirmation', {}) });
  await call('confirm_session', { body: { credential } });
}

export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await library();
  const credential = await startRegistration({ optionsJSON: await call('ask_new_passkey', {}) });
  await call('add_passkey', { body: { name, credential } });
}

/** The browser asks the person, who may say no, or have none: neither is a fault. */
export const isDeclined = (error: unknown): boolean => error instanceof Error && error.name === 'NotAllowedError';
