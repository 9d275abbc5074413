import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let token = takeFromAddress('/sign-in', 'token');
const reportCode = takeFromAddress('/not-me', 'code');
const newEmailToken = takeFromAddress('/email', 'token');
const oldEmailCode = takeFromAddress('/email-revert', 'code');
const consentCode = takeFromAddress('/guardian', 'code');

/** Takes the secret of a link out of the address bar and the history. */
function takeFromAddress(page: string, name: string): string | undefined {
  // The server renders no page with a token.
  if (typeof window === 'undefined') return undefined;
  const { pathname, search, hash } = window.location;
  const found = pathname === page ? new URLSearchParams(hash.slice(1)).get(name) : null;
  if (found === null) return undefined;
  window.history.replaceState(window.history.state, '', pathname + search);
  return found;
}

function keep(next: string | undefined): void {
  token = next;
  for (const listener of listeners) listener();
}

/** A link that is opened in a tab with the sign-in page changes only the fragment, and loads nothing. */
export function watchForLinkToken(): void {
  window.addEventListener('hashchange', () => {
    const found = takeFromAddress('/sign-in', 'token');
    if (found !== undefined) keep(found);
  });
}

/** The code of the link in a notice with which the page was opened. */
export const notMeCode = (): string | undefined => reportCode;

/** The secrets of the links about a change of address. */
export const emailToken = (): string | undefined => newEmailToken;
export const emailRevertCode = (): string | undefined => oldEmailCode;

/** The code of the link in the mail to a guardian. */
export const guardianCode = (): string | undefined => consentCode;

export const hasLinkToken = (): boolean => token !== undefined;
export const dropLinkToken = (): void => keep(undefined);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The token of the link that the person has followed, until it is used or dropped. */
export const useLinkToken = (): string | undefined => useSyncExternalStore(subscribe, () => token);
