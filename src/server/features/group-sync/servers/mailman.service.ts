import type { GroupServer } from './servers.policy.ts';
import { fieldsOf, GroupFailed, seenPerson, ServerFailed } from './request.service.ts';
import type { AskServer } from './request.service.ts';

const pageSize = 200;
const maxPages = 250;
const memberId = /^[0-9a-zA-Z]{1,64}$/;

/** Mailman 3, by the REST API of its core: https://docs.mailman3.org/projects/mailman/en/latest/src/mailman/rest/docs/rest.html */
export const mailman = (ask: AskServer): GroupServer => ({
  byAddress: true,
  list: async ({ id: list }) => {
    const seen = [];
    for (let page = 1; page <= maxPages; page += 1) {
      const path = `/3.1/lists/${encodeURIComponent(list)}/roster/member?count=${pageSize}&page=${page}`;
      const { status, json } = await ask('GET', path);
      if (status !== 200) throw new GroupFailed(`http_${status}`);
      const { total_size: total, entries = [] } = fieldsOf(json);
      if (typeof total !== 'number' || !Array.isArray(entries)) throw new ServerFailed('bad_response');
      for (const entry of entries) {
        const { member_id: id, email } = fieldsOf(entry);
        seen.push(seenPerson(id, email, memberId));
      }
      if (page * pageSize >= total) {
        // Fewer than it says: the rest is unknown, not gone.
        if (seen.length < total) throw new ServerFailed('bad_response');
        return seen;
      }
    }
    throw new GroupFailed('too_many');
  },
  find: (email) => Promise.resolve(email),
  add: async ({ id: list_id }, email, name) => {
    const agreed = { pre_verified: true, pre_confirmed: true, pre_approved: true };
    const { status, location } = await ask('POST', '/3.1/members', {
      list_id,
      subscriber: email,
      display_name: name,
      ...agreed,
    });
    if (status !== 201) return { refused: `http_${status}` };
    const id = /\/members\/([0-9a-zA-Z]{1,64})$/.exec(location)?.[1];
    if (id === undefined) throw new ServerFailed('bad_response');
    return { id };
  },
  remove: async (_, id) => {
    const { status } = await ask('DELETE', `/3.1/members/${id}`);
    return status === 204 || status === 404 ? { removed: true } : { refused: `http_${status}` };
  },
});
