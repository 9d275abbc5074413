import { queryOptions } from '@tanstack/react-query';
import type { NewRecoveryCodes, Passkey, SignInRules } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { affectedByOwnRights, meKeys, passkeyKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';

export { setProofPrompt } from '../../api.ts';

/** Loaded on first use: most visits need no passkey. */
const loadLibrary = () => import('@simplewebauthn/browser');

export const passkeysQuery = queryOptions({
  queryKey: passkeyKeys.all,
  queryFn: () => call('list_passkeys', { query: { limit: 50 } }),
});

/** What is required of the person, what they have, and whether changes are frozen. */
export const ownSignInQuery = queryOptions({
  queryKey: passkeyKeys.own,
  queryFn: () => call('get_own_sign_in', {}),
});

export const signInRulesQuery = queryOptions({
  queryKey: passkeyKeys.rules,
  queryFn: () => call('get_sign_in_rules', {}),
});

/** The rule decides whether administrators without a passkey keep their rights. */
export const setPasskeysRequired: Change<boolean, SignInRules> = {
  run: (passkeys_required) => call('put_sign_in_rules', { body: { passkeys_required } }),
  affects: [meKeys.all, passkeyKeys.own],
};

export async function signInWithPasskey(): Promise<void> {
  const { startAuthentication } = await loadLibrary();
  const credential = await startAuthentication({ optionsJSON: await call('ask_passkey_sign_in', {}) });
  await call('sign_in_with_passkey', { body: { credential } });
}

/** From then on the session counts as proved by a passkey, and rights that were withheld return. */
export const confirmWithPasskey: Change<void, void> = {
  run: async () => {
    const { startAuthentication } = await loadLibrary();
    const credential = await startAuthentication({ optionsJSON: await call('ask_confirmation', {}) });
    await call('confirm_session', { body: { credential } });
  },
  affects: affectedByOwnRights,
};

export const addPasskey: Change<string, void> = {
  run: async (name) => {
    const { startRegistration } = await loadLibrary();
    const credential = await startRegistration({ optionsJSON: await call('ask_new_passkey', {}) });
    await call('add_passkey', { body: { name, credential } });
  },
  affects: affectedByOwnRights,
};

export const recoveryCodesQuery = queryOptions({
  queryKey: passkeyKeys.recoveryCodes,
  queryFn: () => call('get_recovery_codes', {}),
});

export const createRecoveryCodes: Change<void, NewRecoveryCodes> = {
  run: () => call('create_recovery_codes', {}),
  affects: [passkeyKeys.recoveryCodes, passkeyKeys.own],
};

/** In place of a passkey that was lost: rights that were withheld return. */
export const confirmWithRecoveryCode: Change<string, unknown> = {
  run: (code) => call('confirm_with_recovery_code', { body: { code } }),
  affects: [...affectedByOwnRights, passkeyKeys.recoveryCodes],
};

export const removePasskey: Change<Passkey, unknown> = {
  run: ({ id }) => call('remove_passkey', { path: { id } }),
  affects: affectedByOwnRights,
};
