import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { startReceiver } from '../../../../test/support/servers/receiver.ts';
import type { Receiver } from '../../../../test/support/servers/receiver.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Crew } from '../../../../test/support/world.ts';
import { announceInChat } from './announcing.service.ts';
import { chatFormats } from './chat.schema.ts';
import type { ChatChannel } from './chat.schema.ts';

const muster = useApp({ env: { INTERNAL_HOSTS: '127.0.0.1' } });
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});

const slack = {
  name: '#helpers',
  url: 'https://hooks.slack.com/services/T00/B00/abcdefghijklmnopqrst',
  topics: ['gaps'],
};
const add = async (who = crew.chief, fields: object = {}): Promise<ChatChannel> =>
  (await crew.inBrowser(who, 'POST', 'chat-channels', { ...slack, tid: 'venue', ...fields })).json();
const at = (receiver: Receiver, format: string) => ({ url: `${receiver.url}/hooks/a-secret-path`, format });
const listed = async (who = crew.owner): Promise<ChatChannel[]> =>
  (await crew.as(who, 'GET', 'chat-channels')).json().data;
const announce = (fields: object = {}) =>
  muster.db.transaction((trx) =>
    announceInChat(trx, muster.services, muster.clock.now(), {
      id: 'a1',
      pid: crew.pid,
      tid: 'venue',
      title: 'Doors open at 9',
      text: 'Bring your badge.',
      page: `/projects/${crew.pid}`,
      ...fields,
    }),
  );

test.each([
  ['https://hooks.slack.com/services/T00/B00/abcdefghijklmnopqrst', 'slack', 'hooks.slack.com/…qrst'],
  ['https://discord.com/api/webhooks/123/abcdefghijklmnopqrst', 'discord', 'discord.com/…qrst'],
  ['https://chat.example.org/hooks/abcdefghijklmnopqrstuvwxyz', 'mattermost', 'chat.example.org/…wxyz'],
  ['https://hookshot.example.org/webhook/1b4e28ba-2fa1-11d2-883f-0016d3cca427', 'matrix', 'hookshot.example.org/…a427'],
])('tells the format of %s and shows only a part of it', async (url, format, hint) => {
  const channel = await add(crew.chief, { url });
  expect(channel).toMatchObject({ format, hint, active: true, outcome: null, tid: 'venue', language: 'en' });
  const [stored] = await muster.db.read.selectFrom('chat_channels').selectAll().where('id', '=', channel.id).execute();
  const audit = await muster.db.read.selectFrom('audit').selectAll().where('subject', '=', channel.id).execute();
  expect(audit).toMatchObject([{ kind: 'chat.added', actor: crew.chief.uid }]);
  const secret = url.slice(-20);
  expect(JSON.stringify([channel, await listed(), stored, audit, muster.logs])).not.toContain(secret);
});

test.each([
  [{ url: 'https://chat.example.org/unknown' }, 400, 'invalid_input', '/format'],
  [{ url: 'https://127.1.2.3/hooks/x', format: 'slack' }, 422, 'url_refused', '/url'],
  [{ url: 'http://chat.example.org/hooks/x', format: 'slack' }, 422, 'url_refused', '/url'],
  [{ url: 'https://[::ffff:10.0.0.1]/hooks/x', format: 'slack' }, 422, 'url_refused', '/url'],
  [{ url: 'https://a:b@example.org/hooks/x', format: 'slack' }, 422, 'url_refused', '/url'],
  [{ topics: [] }, 400, 'invalid_input', '/topics'],
  [{ topics: ['weather'] }, 400, 'invalid_input', '/topics/0'],
  [{ name: '' }, 400, 'invalid_input', '/name'],
  [{ format: 'irc' }, 400, 'invalid_input', '/format'],
  [{ language: 'xx' }, 400, 'invalid_input', '/language'],
])('rejects %j', async (fields, status, code, pointer) => {
  const response = await crew.inBrowser(crew.owner, 'POST', 'chat-channels', { ...slack, ...fields });
  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({ code, errors: [{ pointer }] });
  expect(await listed()).toEqual([]);
});

test('chiefs manage the channels of their team, owners all, others none', async () => {
  const own = await add();
  expect((await crew.inBrowser(crew.chief, 'POST', 'chat-channels', slack)).statusCode).toBe(403);
  expect((await crew.inBrowser(crew.otherChief, 'POST', 'chat-channels', { ...slack, tid: 'venue' })).statusCode).toBe(
    403,
  );
  const project = await add(crew.owner, { tid: null });
  expect((await listed()).map(({ id }) => id)).toEqual([own.id, project.id]);
  expect((await listed(crew.chief)).map(({ id }) => id)).toEqual([own.id]);
  expect(await listed(crew.otherChief)).toEqual([]);
  for (const who of [crew.member, crew.stranger])
    expect((await crew.as(who, 'GET', 'chat-channels')).statusCode).toBe(403);
  const path = `chat-channels/${project.id}`;
  for (const [method, url] of [
    ['PATCH', path],
    ['DELETE', path],
    ['POST', `${path}/test`],
  ] as const) {
    const payload = method === 'PATCH' ? { active: false } : undefined;
    expect((await crew.as(crew.chief, method, url, payload)).statusCode).toBe(404);
  }
  expect((await crew.inBrowser(crew.owner, 'POST', 'chat-channels', { ...slack, tid: 'nowhere' })).statusCode).toBe(
    422,
  );
});

test('a channel is changed, paused, resumed and removed, each with an audit entry', async () => {
  const { id } = await add();
  const change = (payload: object) => crew.inBrowser(crew.chief, 'PATCH', `chat-channels/${id}`, payload);
  expect((await change({ name: '#door', topics: ['announcements'], language: 'de' })).json()).toMatchObject({
    name: '#door',
    topics: ['announcements'],
    language: 'de',
  });
  expect((await change({ active: false })).json()).toMatchObject({ active: false, disabled_for: 'paused' });
  expect((await change({ active: false })).statusCode).toBe(200);
  expect((await change({ active: true })).json()).toMatchObject({ active: true, disabled_for: null });
  expect((await crew.as(crew.chief, 'DELETE', `chat-channels/${id}`)).statusCode).toBe(204);
  expect((await crew.as(crew.chief, 'DELETE', `chat-channels/${id}`)).statusCode).toBe(404);
  const entries = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'detail'])
    .where('subject', '=', id)
    .orderBy('id')
    .execute();
  expect(entries.map(({ kind, detail }) => [kind, (JSON.parse(detail) as { fields?: string }).fields])).toEqual([
    ['chat.added', undefined],
    ['chat.changed', 'language name topics'],
    ['chat.changed', 'active'],
    ['chat.changed', 'active'],
    ['chat.removed', undefined],
  ]);
});

const rude = 'Hi @everyone @channel <!here> <@U123> <@&9> [x](http://evil.example) *b* & more';
/** The body that each chat expects. */
const bodies: Record<(typeof chatFormats)[number], (text: string) => object> = {
  slack: (text) => ({ text, link_names: false, parse: 'none' }),
  mattermost: (text) => ({ text }),
  discord: (content) => ({ content, allowed_mentions: { parse: [] } }),
  matrix: (text) => ({ text }),
};
const z = '\u200b';

test.each(chatFormats)('an announcement arrives in %s, without mentions or markup of its own', async (format) => {
  await using receiver = await startReceiver();
  await add(crew.chief, { ...at(receiver, format), topics: ['announcements'] });
  await announce({ title: rude });
  await announce({ title: rude });
  await muster.deliver();
  expect(receiver.requests).toHaveLength(1);
  const [{ path, headers, body } = { path: '', headers: {}, body: '{}' }] = receiver.requests;
  expect([path, headers['content-type']]).toEqual(['/hooks/a-secret-path', 'application/json']);
  const title =
    format === 'slack'
      ? `*Hi @${z}everyone @${z}channel &lt;${z}!here&gt; &lt;${z}@${z}U123&gt; &lt;${z}@&amp;9&gt; [x](http://evil.example) *b* &amp; more*`
      : `**Hi @${z}everyone @${z}channel \\<${z}!here> \\<${z}@${z}U123> \\<${z}@&9> \\[x\\](http://evil.example) \\*b\\* & more**`;
  const link = `Read more: http://muster.test/projects/${crew.pid}`;
  expect(JSON.parse(body)).toEqual(bodies[format](`${title}\n• Bring your badge.\n${link}`));
  expect(await listed()).toMatchObject([{ outcome: 'ok', tried_at: expect.any(String) }]);
});

test('an announcement goes to the channels of its team or project that want it', async () => {
  await using receiver = await startReceiver();
  const channel = (name: string, fields: object) =>
    add(crew.owner, { name, url: `${receiver.url}/${name}`, format: 'matrix', topics: ['announcements'], ...fields });
  await channel('venue', {});
  await channel('press', { tid: 'press' });
  await channel('gaps-only', { topics: ['gaps'] });
  await channel('project', { tid: null });
  await crew.inBrowser(crew.owner, 'PATCH', `chat-channels/${(await channel('paused', {})).id}`, { active: false });
  await announce();
  await muster.deliver();
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/venue']);
  await announce({ id: 'a2', tid: null });
  await muster.deliver();
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/venue', '/project']);
});

test('publishing an announcement posts its beginning without marks, also when the request is repeated', async () => {
  await using receiver = await startReceiver();
  await add(crew.chief, { ...at(receiver, 'matrix'), topics: ['announcements'] });
  const payload = { title: 'Doors', body: '**Open** at [9](https://example.org)', tid: 'venue' };
  const publish = () => crew.as(crew.chief, 'POST', 'announcements', payload, { 'idempotency-key': 'once' });
  const { id } = (await publish()).json();
  await publish();
  await muster.services.outbox.drain();
  expect(receiver.requests.map(({ body }) => JSON.parse(body))).toEqual([
    { text: `**Doors**\n• Open at 9\nRead more: http://muster.test/projects/${crew.pid}/announcements/${id}` },
  ]);
});

test('a test message is sent at once in the language of the channel, and its result is shown', async () => {
  await using receiver = await startReceiver();
  const { id } = await add(crew.chief, { ...at(receiver, 'slack'), language: 'de' });
  const run = async () => (await crew.as(crew.chief, 'POST', `chat-channels/${id}/test`)).json().outcome;
  expect(await run()).toBe('ok');
  expect(receiver.requests[0]?.body).toContain('Testnachricht von Muster');
  receiver.answerWith(500);
  expect(await run()).toBe('http_500');
  receiver.answerWith((response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  expect(await run()).toBe('http_302');
  expect(await listed()).toMatchObject([{ active: true, outcome: 'http_302' }]);
});

test('a message that fails is sent again later; after 3 days of failures the channel is off and its managers know', async () => {
  await using receiver = await startReceiver();
  receiver.answerWith(503);
  const { id } = await add(crew.chief, { ...at(receiver, 'slack'), topics: ['announcements'] });
  await announce();
  await muster.deliver();
  expect(await listed()).toMatchObject([{ active: true, outcome: 'http_503' }]);
  receiver.answerWith(200);
  muster.clock.advance(6);
  await muster.deliver();
  expect(receiver.requests).toHaveLength(2);
  expect(await listed()).toMatchObject([{ active: true, outcome: 'ok' }]);

  receiver.answerWith(503);
  for (const day of [1, 2, 3, 4, 5]) {
    await announce({ id: `day-${day}` });
    await muster.deliver();
    muster.clock.advance(86_400);
  }
  expect(await listed()).toMatchObject([{ active: false, disabled_for: 'failing' }]);
  const mails = (await muster.deliverNotices()).filter(({ to }) => to === crew.chief.email);
  expect(mails).toMatchObject([{ subject: expect.stringContaining('#helpers') }]);
  expect(mails[0]?.text).toContain(`/projects/${crew.pid}/teams/venue/manage?tab=chat`);
  const log = JSON.stringify([muster.logs, await muster.db.read.selectFrom('outbox').selectAll().execute()]);
  expect(log).not.toContain('a-secret-path');
  expect((await crew.inBrowser(crew.chief, 'PATCH', `chat-channels/${id}`, { active: true })).json()).toMatchObject({
    active: true,
    disabled_for: null,
  });
});

test('a chat that says the webhook is gone is not asked again', async () => {
  await using receiver = await startReceiver();
  receiver.answerWith(404);
  await add(crew.chief, { ...at(receiver, 'discord'), topics: ['announcements'] });
  await announce();
  await muster.deliver();
  await announce({ id: 'a2' });
  muster.clock.advance(3600);
  await muster.deliver();
  expect(receiver.requests).toHaveLength(1);
  expect(await listed()).toMatchObject([{ active: false, disabled_for: 'gone', outcome: 'http_404' }]);
  const log = await muster.db.read
    .selectFrom('audit')
    .select(['actor', 'pid'])
    .where('kind', '=', 'chat.disabled')
    .execute();
  expect(log).toContainEqual({ actor: null, pid: crew.pid });
});

test('who added a channel and is no chief any more does not hear of it; the owners do if nobody leads the team', async () => {
  await using receiver = await startReceiver();
  receiver.answerWith(404);
  await add(crew.chief, { ...at(receiver, 'discord'), topics: ['announcements'] });
  await crew.as(crew.owner, 'DELETE', `teams/venue/chiefs/${crew.chief.uid}`);
  await muster.deliverNotices();
  await announce();
  await muster.deliver();
  const mails = await muster.deliverNotices();
  expect(mails.map(({ to }) => to)).toEqual([crew.owner.email]);
});

test('a project has at most 30 channels', async () => {
  for (let count = 0; count < 30; count += 1) await add(crew.owner);
  expect((await crew.inBrowser(crew.owner, 'POST', 'chat-channels', slack)).json()).toMatchObject({
    code: 'not_allowed',
  });
});

test('listing takes the same number of queries for one channel as for three', async () => {
  const queries = async () => {
    const before = muster.db.queryCount();
    await listed();
    return muster.db.queryCount() - before;
  };
  await add();
  const one = await queries();
  await add();
  await add();
  expect(await queries()).toBe(one);
});
