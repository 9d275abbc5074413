/** A calendar and what its person is in the project, as far as it is about one. */
export type FeedRights = {
  pid: string | null;
  tid: string | null;
  state: string | null;
  disabled_at: string | null;
  owner: string | null;
  member: string | null;
};

/** Own tasks: always. A project: its owners. A team: its people while it is enabled, and owners. */
export function mayReadFeed({ pid, tid, state, disabled_at, owner, member }: FeedRights): boolean {
  if (pid === null || owner !== null) return true;
  return tid !== null && member !== null && disabled_at === null && state !== 'draft';
}
