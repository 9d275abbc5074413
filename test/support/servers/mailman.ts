import { startGroupServer } from './group-server.ts';
import type { GroupAnswer, GroupRequest, GroupServerStub } from './group-server.ts';

export const mailmanLogin = { username: 'restadmin', secret: 'restpass' };

export type MailmanStub = GroupServerStub & {
  /** The addresses on a list, in alphabetical order. */
  on: (list: string) => string[];
  /** What people and administrators of the list do there. */
  subscribe: (list: string, email: string) => void;
  unsubscribe: (list: string, email: string) => void;
  ban: (email: string) => void;
};

type Member = { member_id: string; list_id: string; email: string; display_name: string };

/** The REST API of Mailman's core, as its documentation and its answers are: Basic credentials, pages that begin with 1, 409. */
export async function startMailman(lists: readonly string[]): Promise<MailmanStub> {
  /** By list and address, and by identifier. */
  const rosters = new Map(lists.map((list) => [list, new Map<string, Member>()]));
  const members = new Map<string, Member>();
  const banned = new Set<string>();
  let count = 0;
  const of = (list: string) =>
    [...(rosters.get(list)?.values() ?? [])].toSorted((a, b) => (a.email < b.email ? -1 : 1));
  const subscribe = (list_id: string, email: string, display_name = '') => {
    const member_id = (count += 1).toString(16).padStart(32, '0');
    const member = { member_id, list_id, email, display_name };
    members.set(member_id, member);
    rosters.get(list_id)?.set(email, member);
    return member_id;
  };
  const remove = (id: string): boolean => {
    const member = members.get(id);
    if (member !== undefined) rosters.get(member.list_id)?.delete(member.email);
    return members.delete(id);
  };

  const roster = (list: string, { searchParams }: URL): GroupAnswer => {
    if (!rosters.has(list)) return { status: 404, text: '404 Not Found' };
    const all = of(list);
    const [size, page] = [Number(searchParams.get('count')), Number(searchParams.get('page'))];
    const start = (page - 1) * size;
    const entries = all.slice(start, page * size).map((member) => ({
      address: `http://localhost:8001/3.1/addresses/${member.email}`,
      delivery_mode: 'regular',
      http_etag: '"6f"',
      role: 'member',
      self_link: `http://localhost:8001/3.1/members/${member.member_id}`,
      ...member,
    }));
    const head = { start, total_size: all.length, http_etag: '"7a"' };
    return { status: 200, json: entries.length === 0 ? head : { ...head, entries } };
  };

  const add = (body: string): GroupAnswer => {
    const { list_id: list, subscriber, display_name, ...flags } = JSON.parse(body) as Record<string, string>;
    if (list === undefined || !rosters.has(list)) return { status: 400, text: 'No such list' };
    if (subscriber === undefined) return { status: 400, text: 'Missing parameters: subscriber' };
    if (banned.has(subscriber)) return { status: 400, text: 'Membership is banned' };
    if (rosters.get(list)?.has(subscriber) === true) return { status: 409, text: 'Member already subscribed' };
    const agreed = [flags['pre_verified'], flags['pre_confirmed'], flags['pre_approved']].every(Boolean);
    if (!agreed) return { status: 202, json: { token: 'abc', token_owner: 'subscriber' } };
    const id = subscribe(list, subscriber, display_name);
    return { status: 201, headers: { location: `http://localhost:8001/3.1/members/${id}` } };
  };

  const answer = ({ method, url, headers, body }: GroupRequest): GroupAnswer => {
    const login = Buffer.from(`${mailmanLogin.username}:${mailmanLogin.secret}`).toString('base64');
    if (headers.authorization !== `Basic ${login}`) return { status: 401, json: { title: '401 Unauthorized' } };
    const [, list] = /^\/3\.1\/lists\/([^/]+)\/roster\/member$/.exec(url.pathname) ?? [];
    if (method === 'GET' && list !== undefined) return roster(decodeURIComponent(list), url);
    if (method === 'POST' && url.pathname === '/3.1/members') return add(body);
    const [, member] = /^\/3\.1\/members\/([0-9a-f]+)$/.exec(url.pathname) ?? [];
    if (method === 'DELETE' && member !== undefined)
      return remove(member) ? { status: 204 } : { status: 404, text: '404 Not Found' };
    return { status: 404, text: '404 Not Found' };
  };

  const server = await startGroupServer(answer);
  return Object.assign(server, {
    on: (list: string) => of(list).map(({ email }) => email),
    subscribe: (list: string, email: string) => void subscribe(list, email),
    unsubscribe: (list: string, email: string) => {
      remove(rosters.get(list)?.get(email)?.member_id ?? '');
    },
    ban: (email: string) => void banned.add(email),
  });
}
