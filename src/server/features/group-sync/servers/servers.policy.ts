/** What a group server can do. `find` looks for the account of an address; undefined if there is none. */
export type GroupServer = {
  list: (target: Target) => Promise<Seen[]>;
  find: (email: string) => Promise<string | undefined>;
  add: (target: Target, account: string, name: string) => Promise<Added>;
  /** Somebody who is not there any more counts as removed. */
  remove: (target: Target, id: string) => Promise<Removed>;
  /** Whether a membership belongs to an address, and not to an account whose address may be another. */
  byAddress: boolean;
};

export type ServerKind = 'mailman' | 'mattermost';
export type Target = { kind: 'list' | 'team' | 'channel'; id: string };
/** Somebody who is there, with the identifier of their membership or account. */
export type Seen = { id: string; email: string };
/** Or why the server does not take the person. */
export type Added = { id: string } | { refused: string };
export type Removed = { removed: true } | { refused: string };

const listId = /^[a-z0-9][a-z0-9.+_=&-]*\.[a-z0-9.-]+$/;
const mattermostId = /^[a-z0-9]{26}$/;

/** What an owner enters, as the server calls it; undefined if it cannot be one. A list may be given by its address. */
export function targetIn(kind: ServerKind, targetKind: Target['kind'], text: string): string | undefined {
  const id = text.trim().toLowerCase();
  if (kind === 'mattermost') return targetKind !== 'list' && mattermostId.test(id) ? id : undefined;
  const list = /^[^@]+@[^@]+$/.test(id) ? id.replace('@', '.') : id;
  return targetKind === 'list' && listId.test(list) ? list : undefined;
}

/** Without what Muster adds itself: people copy addresses with the version of the API. */
export const baseOf = ({ origin, pathname }: URL): string =>
  origin + pathname.replace(/\/+$/, '').replace(/\/(?:3\.[01]|api\/v4)$/, '');
