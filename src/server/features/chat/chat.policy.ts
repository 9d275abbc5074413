import { leadsTeam } from '../../auth/project-role.ts';
import type { Roles } from '../../auth/project-role.ts';
import type { ChatFormat } from './chat.schema.ts';

/** Owners manage all channels, chiefs those of their teams. */
export const canManageChannel = (roles: Roles, tid: string | null): boolean => leadsTeam(roles, tid);

/** Recognises the addresses that these chats give out. */
export function formatOf(url: URL): ChatFormat | undefined {
  const { hostname, pathname } = url;
  if (hostname === 'hooks.slack.com') return 'slack';
  if (/(?:^|\.)discord(?:app)?\.com$/.test(hostname) && pathname.startsWith('/api/webhooks/')) return 'discord';
  if (/(?:^|\/)hooks\/[a-z0-9]{20,}$/.test(pathname)) return 'mattermost';
  if (/(?:^|\/)webhook\/[\w-]{20,}$/.test(pathname)) return 'matrix';
  return undefined;
}

const shownCharacters = 4;
const minHidden = 12;

/** The host, and the last characters if enough others stay hidden. */
export function hintOf({ host, pathname }: URL): string {
  const end = /[\w-]*$/.exec(pathname)?.[0] ?? '';
  return end.length < shownCharacters + minHidden ? `${host}/…` : `${host}/…${end.slice(-shownCharacters)}`;
}

/** The webhook no longer exists; trying again is pointless. */
export const isGone = (outcome: string): boolean => outcome === 'http_404' || outcome === 'http_410';
