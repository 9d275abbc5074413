import type { GroupServer, Seen, Target } from './servers.policy.ts';
import { fieldsOf, GroupFailed, seenPerson, ServerFailed } from './request.service.ts';
import type { AskServer } from './request.service.ts';

/** More are not given at once. */
const pageSize = 200;
const maxPages = 250;
const userId = /^[a-z0-9]{26}$/;

/** Mattermost, by its API of version 4: https://developers.mattermost.com/api-documentation/ */
export const mattermost = (ask: AskServer): GroupServer => ({
  byAddress: false,
  list: async (target) => {
    const seen: Seen[] = [];
    for (let page = 0; page < maxPages; page += 1) {
      const path = `/api/v4/users?in_${target.kind}=${target.id}&page=${page}&per_page=${pageSize}`;
      const { status, json } = await ask('GET', path);
      if (status !== 200) throw new GroupFailed(`http_${status}`);
      if (!Array.isArray(json)) throw new ServerFailed('bad_response');
      for (const user of json) {
        const { id, email = '' } = fieldsOf(user);
        seen.push(seenPerson(id, email, userId));
      }
      if (json.length < pageSize) return seen;
    }
    throw new GroupFailed('too_many');
  },
  find: async (email) => {
    const { status, json } = await ask('GET', `/api/v4/users/email/${encodeURIComponent(email)}`);
    if (status === 404) return undefined;
    // Without the right to see addresses nobody can be found.
    if (status !== 200) throw new ServerFailed(`http_${status}`);
    const { id, delete_at: deletedAt, email: found } = fieldsOf(json);
    const person = seenPerson(id, found, userId);
    const isSame = person.email.toLowerCase() === email.toLowerCase();
    return isSame && (deletedAt === undefined || deletedAt === 0) ? person.id : undefined;
  },
  add: async (target, user_id) => {
    const membership = target.kind === 'team' ? { team_id: target.id, user_id } : { user_id };
    const { status, json } = await ask('POST', membersOf(target), membership);
    if (status !== 201) return { refused: `http_${status}` };
    if (fieldsOf(json)['user_id'] !== user_id) throw new ServerFailed('bad_response');
    return { id: user_id };
  },
  remove: async (target, id) => {
    const { status } = await ask('DELETE', `${membersOf(target)}/${id}`);
    return status === 200 || status === 404 ? { removed: true } : { refused: `http_${status}` };
  },
});

const membersOf = ({ kind, id }: Target): string => `/api/v4/${kind}s/${id}/members`;
