import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { announceInChat } from '../src/server/features/chat/announcing.service.ts';
import { useApp } from './support/app.ts';
import { randomText, sha256 } from '../src/server/lib/secrets.ts';
import { bearer, browserOf, createPerson, createTask, tokenOf } from './support/factories.ts';
import { mailmanLogin, startMailman } from './support/servers/mailman.ts';
import { startReceiver } from './support/servers/receiver.ts';
import { createCaller, createCrew } from './support/world.ts';
import type { Caller, Crew } from './support/world.ts';

/**
 * Nothing outlives the credential or the right that made it. Everything that can work later, by the lists of the code,
 * needs an answer here: what happens when its maker loses the right?
 */
const muster = useApp({ env: { INTERNAL_HOSTS: '127.0.0.1', BACKUP_EVERY: '24h' } });

const nobody = 'made by nobody: the system does it for everybody, by what holds at that moment';
const ownAccount = 'belongs to one account, and ends with its credentials, a suspension and the account';
const recipient = 'decided again when it is sent, by what the recipient may know then';
const notMade = 'no right: it only remembers that something was done';

const answers: Record<string, string> = {
  // Jobs of the outbox
  'outbox mail': 'sent only while the account, the ownership or the invitation that it is for exists (`for`)',
  'outbox notices': recipient,
  'outbox push': 'belongs to a session, and ends with it; says what the recipient may know when it is sent',
  'outbox groups': 'the maker of the server is checked before each run',
  'outbox chat': 'the maker of the channel is checked before each message',
  'outbox certificates': 'the maker is checked before each step',
  'outbox import': 'the maker is checked before each batch',
  // Scheduled jobs
  'job backup': nobody,
  'job retention': nobody,
  'job groups': 'queues jobs of the outbox, which check the maker of the server',
  'job chat': 'queues jobs of the outbox, which check the maker of the channel',
  'job form-notices': nobody,
  'job checklists': nobody,
  'job new-tasks': nobody,
  'job skills': nobody,
  'job token-endings': ownAccount,
  'job notices': recipient,
  'job changes': nobody,
  'job places': nobody,
  'job attendance': nobody,
  'job hand-outs': nobody,
  // Rows that say who made them
  'maker allocations.created_by': 'checked when the draft is computed and applied',
  'maker announcements.created_by': notMade,
  'maker applications.decided_by': 'checked when decisions are published',
  'maker certificate_batches.created_by': 'checked before each step',
  'maker chat_channels.created_by': 'checked before each message',
  'maker claims.decided_by': 'an approval stays: it needed a fresh sign-in, and a payout needs another',
  'maker devices.created_by': 'checked at every request',
  'maker document_versions.created_by': notMade,
  'maker group_servers.created_by': 'checked before each run',
  'maker grants.granted_by':
    'ends when the person says "this was not me" or is suspended; when they are removed as an owner, whoever removes them decides',
  'maker help_requests.asked_by': notMade,
  'maker imports.created_by': 'checked before each batch',
  'maker invitations.invited_by': 'checked when it is sent and when it is accepted',
  'maker join_requests.declined_by': notMade,
  'maker messages.sender': 'checked when the message begins, and again for every few recipients',
  'maker past_invitations.invited_by': notMade,
  'maker payments.paid_by': notMade,
  'maker payments.undone_by': notMade,
  'maker payouts.created_by': notMade,
  'maker payouts.paid_by': notMade,
  'maker person_notes.changed_by': notMade,
  'maker person_skills.granted_by': 'a skill is of the person who has it, and organisers withdraw it',
  'maker planning_steps.created_by': notMade,
  'maker roll_call_marks.marked_by': notMade,
  'maker roll_calls.started_by': notMade,
  'maker room_steps.created_by': notMade,
  'maker service_accounts.created_by': 'the responsible owner is checked at every request',
  'maker task_series.created_by': notMade,
  'maker tasks.created_by': notMade,
  'maker webhooks.created_by': 'checked before its deliveries are sent',
  'maker work.decided_by': notMade,
  // Workers of every process
  'worker messageSender': 'the sender is locked and checked when a message begins, and again for every few recipients',
  'worker draftRunner': 'the maker is checked when the draft is computed',
  'worker webhooks': 'the maker of the webhook is checked before its deliveries are sent',
  'worker outbox': 'see the jobs of the outbox',
  'worker scheduler': 'see the scheduled jobs',
  // What ends by itself, or begins when a project becomes public
  'lapse lapseApplications': nobody,
  'lapse expireInvitations': nobody,
  'publication sendHeld': 'invitations whose sender may no longer invite are not sent',
  'publication notifyOpenForms': nobody,
  // Secrets
  'secret api_tokens.token_hash': ownAccount,
  'secret sessions.token_hash': ownAccount,
  'secret exchange_credentials.password_hash': ownAccount,
  'secret recovery_codes.code_hash': ownAccount,
  'secret passkey_challenges.challenge_hash': ownAccount,
  'secret sign_in_links.token_hash': ownAccount,
  'secret sign_in_links.browser_hash': ownAccount,
  'secret sign_in_links.code_hash': ownAccount,
  'secret not_me_links.token_hash': ownAccount,
  'secret email_changes.token_hash': ownAccount,
  'secret email_changes.revert_hash': ownAccount,
  'secret provider_visits.state_hash': ownAccount,
  'secret provider_visits.browser_hash': ownAccount,
  'secret service_tokens.token_hash':
    'the responsible owner is checked at every request, and again under lock; what it made ends with it',
  'secret devices.token_hash': 'the owner who added it is checked at every request',
  'secret calendar_feeds.secret_hash':
    'the role of its person is checked at every request; a new membership is another one',
  'lapse notifyOfGrants': nobody,
  'lapse endOffers': nobody,
  'secret closed_addresses.address_hash': notMade,
  'secret idempotency_keys.request_hash': notMade,
  // What people agreed to, also if somebody else did so with their account
  'agreed form_consents.agreed_at': 'ends when the person says "this was not me" or is suspended',
  'agreed claims.bank_until': 'ends when the person says "this was not me" or is suspended',
  'agreed document_signatures.signed_at': 'stays: it is also a proof that the person may need, and opens nothing',
  'agreed sync_consents.agreed_at': 'ends when the person says "this was not me" or is suspended',
  'agreed thanks_names.agreed_at': 'stays: their name in public, which they see and withdraw at any time',
  // Routes that bring back a remembered state
  'undo POST /api/projects/:pid/planning-steps/:id/undo': 'people who have left the project since do not come back',
  'undo POST /api/projects/:pid/imports/:id/undo': 'takes back what is still open, and gives nothing',
  'undo POST /api/projects/:pid/room-steps/:id/undo': 'beds go only to people whose answer still asks for one',
  'undo DELETE /api/projects/:pid/allocations/:id/applied': 'places go only to people who belong to the project',
  'undo POST /api/projects/:pid/messages/:id/resend': 'checks the caller, and the sender for every few recipients',
};

test('everything that can work later has an answer to what happens when its maker loses the right', () => {
  const { services, routes } = muster;
  const workers = Object.entries(services).filter(
    ([, value]) => typeof value === 'object' && value !== null && 'start' in value && 'stop' in value,
  );
  const tables = readFileSync(new URL('../src/server/db/tables.ts', import.meta.url), 'utf8');
  const names = new Map(
    [...tables.matchAll(/^ {2}(\w+): (\w+Table);$/gm)].map(([, table = '', type = '']) => [type, table]),
  );
  const secrets = [...tables.matchAll(/^export type (\w+Table) = \{([^]*?)^\};/gm)].flatMap(
    ([, type = '', columns = '']) =>
      [...columns.matchAll(/^ {2}(\w+_hash):/gm)].map(([, column = '']) => `secret ${names.get(type)}.${column}`),
  );
  const makers = [...tables.matchAll(/^export type (\w+Table) = \{([^]*?)^\};/gm)].flatMap(
    ([, type = '', columns = '']) =>
      [...columns.matchAll(/^ {2}(\w+_by|sender):/gm)].map(([, column = '']) => `maker ${names.get(type)}.${column}`),
  );
  const agreed = [...tables.matchAll(/^export type (\w+Table) = \{([^]*?)^\};/gm)].flatMap(
    ([, type = '', columns = '']) =>
      [...columns.matchAll(/^ {2}((?:agreed|signed|consented|accepted)_at|bank_until):/gm)].map(
        ([, column = '']) => `agreed ${names.get(type)}.${column}`,
      ),
  );
  const undone = routes.filter(({ method, url }) => /\/(?:undo|applied|resend|restore)$/.test(url) && method !== 'PUT');
  const found = [
    ...services.outboxKinds.map((kind) => `outbox ${kind}`),
    ...services.jobList.map(({ name }) => `job ${name}`),
    ...workers.map(([name]) => `worker ${name}`),
    ...services.lapses.map(({ name }) => `lapse ${name}`),
    ...services.publicationSteps.map(({ name }) => `publication ${name}`),
    ...secrets,
    ...makers,
    ...agreed,
    ...undone.map(({ method, url }) => `undo ${method} ${url}`),
  ];
  expect(found.toSorted()).toEqual(Object.keys(answers).toSorted());
});

let crew: Crew;
/** A second owner, so that the first can stay. */
let maker: Caller;
let browser: Record<string, string>;
beforeEach(async () => {
  crew = await createCrew(muster);
  maker = await createCaller(muster, 'Maker');
  await muster.db.transaction(async (trx) => {
    const row = { pid: crew.pid, uid: maker.uid, created_at: muster.clock.now().toISOString() };
    await trx.insertInto('project_owners').values(row).execute();
  });
  browser = await browserOf(muster, maker);
});

const post = async (path: string, payload: object, headers: Record<string, string> = browser) => {
  const url = path.startsWith('/') ? path : `/api/projects/${crew.pid}/${path}`;
  const response = await muster.call({ method: 'POST', url, headers, payload });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json();
};
const inDays = (count: number) => new Date(muster.clock.now().getTime() + count * 86_400_000).toISOString();
const everyone = { audience: { everyone: true }, subject: 'Hello', body: 'Hello' };

/** Something that was made: whether it still does what it is for. */
type Made = { works: () => Promise<boolean> };
type Making = (headers: Record<string, string>) => Promise<Made>;

const byOwners: Record<string, Making> = {
  'a scheduled message': async (headers) => {
    const { id } = await post('messages', { ...everyone, send_at: inDays(1) }, headers);
    await post(`messages/${id}/send`, {}, headers);
    return {
      works: async () => {
        muster.clock.advance(86_400);
        return (await muster.deliver()).some(({ subject }) => subject.includes('Hello'));
      },
    };
  },
  'a message that is being sent': async (headers) => {
    const { id } = await post('messages', everyone, headers);
    await post(`messages/${id}/send`, {}, headers);
    return { works: async () => (await muster.deliver()).some(({ subject }) => subject.includes('Hello')) };
  },
  'a draft plan': async (headers) => {
    await createTask(muster, crew.pid, { starts_at: inDays(2), ends_at: inDays(3), tid: 'venue' });
    const { id } = await post('allocations', {}, headers);
    return {
      works: async () => {
        await muster.services.draftRunner.drain();
        return (await crew.as(crew.owner, 'GET', `allocations/${id}`)).json().state === 'ready';
      },
    };
  },
  certificates: async (headers) => {
    await muster.db.transaction(async (trx) => {
      const at = { starts_at: inDays(-2), ends_at: inDays(-1) };
      const row = { id: `work-${crew.pid}`, pid: crew.pid, uid: crew.member.uid, tid: null, title: 'Work', ...at };
      await trx
        .insertInto('work')
        .values({ ...row, state: 'approved', created_at: inDays(-1) })
        .execute();
    });
    await post('certificate-batches', {}, headers);
    return {
      works: async () => {
        await muster.services.outbox.drain();
        const issued = muster.db.read.selectFrom('certificates').select('number').where('pid', '=', crew.pid);
        return (await issued.execute()).length > 0;
      },
    };
  },
  'an invitation': async (headers) => {
    const guest = await createCaller(muster, 'Guest');
    await post('teams/venue/invitations', { emails: [guest.email] }, headers);
    return {
      works: async () => {
        const sent = (await muster.deliver()).some(({ to }) => to === guest.email);
        const { data } = (await muster.call({ url: '/api/me/invitations', headers: guest.headers })).json();
        const url = `/api/me/invitations/${data[0].id}/acceptance`;
        const { statusCode } = await muster.call({ method: 'PUT', url, headers: guest.headers });
        expect(sent).toBe(statusCode === 204);
        return sent;
      },
    };
  },
};

/** A browser of the owner who stays, also while passkeys are required. */
async function publishingBrowser(): Promise<Record<string, string>> {
  const headers = await browserOf(muster, crew.owner);
  const id = `key-${randomText(8)}`;
  const at = inDays(0);
  const key = { id, uid: crew.owner.uid, credential_id: id, public_key: '', counter: 0, transports: '', name: 'Key' };
  await muster.db.transaction(async (trx) => {
    await trx
      .insertInto('passkeys')
      .values({ ...key, created_at: at })
      .execute();
    await trx.updateTable('sessions').set({ passkey_id: id }).where('uid', '=', crew.owner.uid).execute();
  });
  return headers;
}

/** Whether what was decided about the person is published. */
const isPublished = async (guest: Caller) => {
  const { decide_again } = await post('applications/publication', {}, await publishingBrowser());
  const { state } = (await crew.as(guest, 'GET', 'my-application')).json();
  // Those who are left out are counted.
  expect(state === 'accepted' || decide_again > 0).toBe(true);
  return state === 'accepted';
};

async function decideQuietly(headers: Record<string, string>): Promise<Caller> {
  await crew.as(crew.owner, 'PATCH', 'teams/venue', { takes_applications: true });
  const url = `/api/projects/${crew.pid}`;
  await muster.call({ method: 'PATCH', url, headers: crew.owner.headers, payload: { decisions: 'together' } });
  const guest = await createCaller(muster, 'Guest');
  expect((await crew.as(guest, 'PUT', 'my-application', { wishes: ['venue'] })).statusCode).toBe(200);
  const decisions = [{ uid: guest.uid, tid: 'venue', decision: 'accept' }];
  const { results } = await post('applications/decisions', { decisions }, headers);
  expect(results).toMatchObject([{ result: 'decided' }]);
  return guest;
}

byOwners['a decision that waits to be published'] = async (headers) => {
  const guest = await decideQuietly(headers);
  return { works: () => isPublished(guest) };
};

const inBrowserOnly: Record<string, Making> = {
  'an invitation to lead': async (headers) => {
    const guest = await createCaller(muster, 'Guest');
    await post('teams/venue/invitations', { emails: [guest.email], role: 'chief' }, headers);
    return {
      works: async () => {
        const { data } = (await muster.call({ url: '/api/me/invitations', headers: guest.headers })).json();
        const url = `/api/me/invitations/${data[0].id}/acceptance`;
        const inBrowser = await browserOf(muster, guest);
        return (await muster.call({ method: 'PUT', url, headers: inBrowser })).statusCode === 204;
      },
    };
  },
  'a chat channel': async (headers) => {
    const receiver = await startReceiver();
    const channel = { name: '#all', url: `${receiver.url}/hooks/x`, format: 'slack', topics: ['announcements'] };
    await post('chat-channels', channel, headers);
    return {
      works: async () => {
        await using _closed = receiver;
        const text = { id: `a-${crew.pid}`, pid: crew.pid, tid: null, title: 'Doors', text: '', page: '/' };
        await muster.db.transaction((trx) => announceInChat(trx, muster.services, muster.clock.now(), text));
        await muster.services.outbox.drain();
        return receiver.requests.length > 0;
      },
    };
  },
  'a webhook': async (headers) => {
    const receiver = await startReceiver();
    await post('webhooks', { url: `${receiver.url}/hook` }, headers);
    return {
      works: async () => {
        await using _closed = receiver;
        await createTaskByApi();
        await muster.services.webhooks.drain();
        return receiver.requests.length > 0;
      },
    };
  },
  'a mailing list that follows a team': async (headers) => {
    const mailman = await startMailman(['venue.lists.example.org']);
    const login = { kind: 'mailman', url: mailman.url, ...mailmanLogin };
    const { id: server } = await post('group-servers', login, headers);
    const list = { server, group: 'team:venue', target_kind: 'list', target: 'venue.lists.example.org' };
    await post('synced-groups', list, headers);
    return {
      works: async () => {
        await using _closed = mailman;
        await muster.services.outbox.drain();
        return mailman.requests.length > 0;
      },
    };
  },
  'a device': async (headers) => {
    const { token } = await post('devices', { name: 'Gate' }, headers);
    const url = `/api/projects/${crew.pid}/desk`;
    return { works: async () => (await muster.call({ url, headers: bearer(token) })).statusCode === 200 };
  },
  'a screen': async (headers) => {
    const { token } = await post('devices', { name: 'Lobby', purpose: 'screen' }, headers);
    return { works: async () => (await muster.call(`/api/screens/${token}`)).statusCode === 200 };
  },
  'a service account': async (headers) => {
    const account = { name: 'Bot', scopes: ['project:read', 'messages:send'], ends_at: inDays(30) };
    const { token } = await post('service-accounts', account, headers);
    const url = `/api/projects/${crew.pid}/teams`;
    return { works: async () => (await muster.call({ url, headers: bearer(token) })).statusCode === 200 };
  },
  'a message that a service account scheduled': async (headers) => {
    const account = { name: 'Bot', scopes: ['messages:send'], ends_at: inDays(30) };
    const { token } = await post('service-accounts', account, headers);
    const { id } = await post('messages', { ...everyone, send_at: inDays(1) }, bearer(token));
    await post(`messages/${id}/send`, {}, bearer(token));
    return {
      works: async () => {
        muster.clock.advance(86_400);
        return (await muster.deliver()).some(({ subject }) => subject.includes('Hello'));
      },
    };
  },
  'a calendar address': async (headers) => {
    const { url } = await post('teams/venue/calendar', {}, headers);
    return { works: async () => (await muster.call(new URL(url).pathname)).statusCode === 200 };
  },
};

const createTaskByApi = () =>
  crew.as(crew.owner, 'POST', 'tasks', {
    title: 'Gate',
    tid: 'venue',
    starts_at: inDays(2),
    ends_at: inDays(3),
    capacity: 1,
  });

const setRequired = (passkeys_required_at: string | null) =>
  muster.db.transaction((trx) => trx.updateTable('installation').set({ passkeys_required_at }).execute());
const removeOwner = () =>
  muster.db.transaction((trx) => trx.deleteFrom('project_owners').where('uid', '=', maker.uid).execute());
const suspend = (suspended_at: string | null) =>
  muster.db.transaction((trx) =>
    trx.updateTable('people').set({ suspended_at }).where('uid', '=', maker.uid).execute(),
  );

const sayNotMe = async () => {
  const code = `notme_${randomText(32)}`;
  const row = { uid: maker.uid, token_hash: sha256(code), expires_at: inDays(1) };
  await muster.db.transaction((trx) => trx.insertInto('not_me_links').values(row).execute());
  expect((await muster.call({ method: 'POST', url: '/api/not-me', payload: { code } })).statusCode).toBe(204);
};
const suspendAndReinstate = async () => {
  const headers = await browserOf(muster, await createPerson(muster, { administrator: true }));
  const url = `/api/users/${maker.uid}/suspension`;
  for (const method of ['PUT', 'DELETE'] as const)
    expect((await muster.call({ method, url, headers, payload: {} })).statusCode).toBe(204);
};

const losses: Record<string, () => Promise<unknown>> = {
  'said "this was not me"': sayNotMe,
  'was suspended, which was lifted': suspendAndReinstate,
  'is suspended': () => suspend(muster.clock.now().toISOString()),
  'is no longer an owner': removeOwner,
  'was removed and made owner again': async () => {
    await removeOwner();
    await muster.db.transaction(async (trx) => {
      const row = { pid: crew.pid, uid: maker.uid, created_at: muster.clock.now().toISOString() };
      await trx.insertInto('project_owners').values(row).execute();
    });
  },
  'has no passkey, which is required': () => setRequired(muster.clock.now().toISOString()),
};

for (const [name, make] of Object.entries({ ...byOwners, ...inBrowserOnly })) {
  test(`${name} works while its maker may do it, and stops when they lose the right`, async () => {
    const stopped: [string, boolean][] = [];
    for (const [loss, lose] of Object.entries(losses)) {
      const made = await make(browser);
      await lose();
      stopped.push([loss, await made.works()]);
      await setRequired(null);
      await suspend(null);
      await removeOwner();
      await muster.db.transaction(async (trx) => {
        const row = { pid: crew.pid, uid: maker.uid, created_at: '2020-01-01T00:00:00.000Z' };
        await trx.insertInto('project_owners').values(row).execute();
        await trx.deleteFrom('allocations').where('pid', '=', crew.pid).execute();
        await trx.deleteFrom('certificate_batches').where('pid', '=', crew.pid).execute();
        await trx.deleteFrom('work').where('pid', '=', crew.pid).execute();
        await trx.deleteFrom('group_servers').where('pid', '=', crew.pid).execute();
      });
      browser = await browserOf(muster, maker);
    }
    expect(stopped).toEqual(Object.keys(losses).map((loss) => [loss, false]));
    expect(await (await make(browser)).works()).toBe(true);
  });
}

test('what was stopped says so to owners, until somebody takes it over', async () => {
  await using receiver = await startReceiver();
  await post('webhooks', { url: `${receiver.url}/hook` });
  await post('chat-channels', { name: '#all', url: `${receiver.url}/x`, format: 'slack', topics: ['announcements'] });
  await post('devices', { name: 'Gate' });
  const account = { name: 'Bot', scopes: ['project:read'], ends_at: inDays(30) };
  const { id } = await post('service-accounts', account);
  await post('teams/venue/invitations', { emails: [`new-${crew.pid}@example.org`] });
  await sayNotMe();
  const paths = ['webhooks', 'chat-channels', 'devices', 'service-accounts', 'teams/venue/invitations'];
  const read = () =>
    Promise.all(paths.map(async (path) => (await crew.inBrowser(crew.owner, 'GET', path)).json().data[0]));
  const off = { active: false, disabled_for: 'not_allowed' };
  const [webhook, channel, ...others] = await read();
  expect([webhook, channel]).toMatchObject([off, off]);
  expect(others).toMatchObject([{ active: false }, { active: false }, { held: false, held_because: 'sender' }]);
  const notices = muster.db.read.selectFrom('notices').select('kind').where('uid', '=', crew.owner.uid);
  const kinds = (await notices.execute()).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['webhook.disabled', 'chat.disabled']));

  const taken = [
    await crew.inBrowser(maker, 'PATCH', `webhooks/${webhook.id}`, { active: true }),
    await crew.inBrowser(maker, 'PATCH', `chat-channels/${channel.id}`, { active: true }),
    await crew.inBrowser(crew.owner, 'POST', `service-accounts/${id}/renewal`, { ends_at: inDays(20) }),
  ];
  expect(taken.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201]);
  const [hook, chat, , bot] = await read();
  expect([hook.active, chat.active, bot.active]).toEqual([true, true, true]);
});

test('what a service account made ends with the token that made it, which renewing replaces', async () => {
  const account = { name: 'Bot', scopes: ['invitations:write', 'messages:send'], ends_at: inDays(30) };
  const { id: bot, token } = await post('service-accounts', account);
  const invite = async (name: string, headers: Record<string, string>) => {
    const guest = await createCaller(muster, name);
    await post('teams/venue/invitations', { emails: [guest.email] }, headers);
    return async () => {
      const { data } = (await muster.call({ url: '/api/me/invitations', headers: guest.headers })).json();
      const url = `/api/me/invitations/${data[0].id}/acceptance`;
      return (await muster.call({ method: 'PUT', url, headers: guest.headers })).statusCode;
    };
  };
  const before = await invite('Before', bearer(token));
  const renewed = await post(`service-accounts/${bot}/renewal`, { ends_at: inDays(40) });
  // The previous token works for another hour, and so does what it makes.
  const overlap = await invite('Overlap', bearer(token));
  const after = await invite('After', bearer(renewed.token));
  const { id } = await post('messages', { ...everyone, send_at: inDays(1) }, bearer(token));
  await post(`messages/${id}/send`, {}, bearer(token));
  muster.clock.advance(3601);
  const { data } = (await crew.as(crew.owner, 'GET', 'teams/venue/invitations')).json();
  const reasons = data.map(({ held_because: reason }: { held_because: string | null }) => reason);
  expect(reasons.toSorted()).toEqual([null, 'sender', 'sender']);
  expect([await before(), await overlap(), await after()]).toEqual([404, 404, 204]);
  muster.clock.advance(86_400);
  expect((await muster.deliver()).filter(({ subject }) => subject.includes('Hello'))).toEqual([]);
});

test('what an owner gave to deputies ends when nobody knows who gave it, and everybody concerned is notified', async () => {
  const given = async (uid: string) => (await post('grants', { uid, role: 'viewer', reason: 'Holiday' })).id as string;
  const sees = async (who: Caller) => (await crew.as(who, 'GET', 'dashboard')).statusCode;
  // Of a suspended person, the other owners.
  const ways = [
    { lose: sayNotMe, owner: maker },
    { lose: suspendAndReinstate, owner: crew.owner },
  ];
  for (const { lose, owner } of ways) {
    const id = await given(crew.stranger.uid);
    expect(await sees(crew.stranger)).toBe(200);
    await lose();
    expect(await sees(crew.stranger)).toBe(403);
    const notices = muster.db.read.selectFrom('notices').select(['uid', 'kind']).where('subject', '=', id);
    expect((await notices.execute()).map(({ uid, kind }) => [uid, kind])).toEqual(
      expect.arrayContaining([
        [crew.stranger.uid, 'grant.ended'],
        [owner.uid, 'deputy.ended'],
      ]),
    );
    browser = await browserOf(muster, maker);
  }
});

test('signing out everywhere does not stop what the person has set up', async () => {
  const { token } = await post('devices', { name: 'Gate' });
  expect((await muster.call({ method: 'DELETE', url: '/api/me/sessions', headers: browser })).statusCode).toBe(204);
  const url = `/api/projects/${crew.pid}/desk`;
  expect((await muster.call({ url, headers: bearer(token) })).statusCode).toBe(200);
});

test('a chief who is appointed again does not get back what they made before', async () => {
  const invite = async (name: string) => {
    const guest = await createCaller(muster, name);
    await post('teams/venue/invitations', { emails: [guest.email] }, await browserOf(muster, crew.chief));
    return async () => {
      const { data } = (await muster.call({ url: '/api/me/invitations', headers: guest.headers })).json();
      const url = `/api/me/invitations/${data[0].id}/acceptance`;
      return (await muster.call({ method: 'PUT', url, headers: guest.headers })).statusCode;
    };
  };
  const accept = await invite('Before');
  const chief = `teams/venue/chiefs/${crew.chief.uid}`;
  for (const method of ['DELETE', 'PUT'] as const) {
    muster.clock.advance(1);
    expect((await crew.inBrowser(crew.owner, method, chief)).statusCode).toBeLessThan(300);
  }
  expect(await accept()).toBe(404);
  expect(await (await invite('After'))()).toBe(204);
});

test('an owner decides again what a chief decided who may no longer decide, and it is published', async () => {
  const guests = [await decideQuietly(crew.chief.headers), await decideQuietly(crew.chief.headers)];
  expect((await crew.inBrowser(crew.owner, 'DELETE', `teams/venue/chiefs/${crew.chief.uid}`)).statusCode).toBe(204);
  const listed = async () => (await crew.as(crew.owner, 'GET', 'applications?state=pending')).json().data;
  const [row] = await listed();
  expect(row).toMatchObject({ pending: 'accepted', decide_again: true });
  expect([row.made_with, row.decider]).toEqual([undefined, undefined]);
  const preview = await post('applications/publication', { dry_run: true }, crew.owner.headers);
  expect(preview).toMatchObject({ accepted: 0, decide_again: 2, previews: [] });
  expect(await isPublished(guests[0] ?? crew.member)).toBe(false);
  // As the web app does, with what it showed, or as a program that has not seen it.
  const again = guests.map(({ uid }, index) => ({
    uid,
    tid: 'venue',
    decision: index === 0 ? 'accept' : 'decline',
    ...(index === 0 ? { seen: 'accepted' } : {}),
  }));
  const { results } = await post('applications/decisions', { decisions: again }, crew.owner.headers);
  expect(results).toMatchObject([{ result: 'decided' }, { result: 'decided', current: 'declined' }]);
  expect(await listed()).toMatchObject([{ decide_again: false }, { decide_again: false }]);
  const published = await post('applications/publication', {}, crew.owner.headers);
  expect(published).toMatchObject({ accepted: 1, declined: 1, decide_again: 0 });
});

for (const [name, make] of Object.entries(byOwners).filter(([one]) => one !== 'a scheduled message')) {
  test(`${name} that was made with a token ends with the token`, async () => {
    const token = await tokenOf(muster, maker);
    const made = await make(bearer(token));
    await muster.db.transaction((trx) =>
      trx
        .updateTable('api_tokens')
        .set({ revoked_at: inDays(0) })
        .where('uid', '=', maker.uid)
        .execute(),
    );
    expect(await made.works()).toBe(false);
  });
}

test('a token makes nothing that needs a recent proof', async () => {
  const headers = bearer(await tokenOf(muster, maker));
  const { id } = await post('messages', { ...everyone, send_at: inDays(1) }, headers);
  const attempts = [
    [`messages/${id}/send`, {}],
    ['devices', { name: 'Gate' }],
    [
      'chat-channels',
      { name: '#all', url: 'https://hooks.slack.com/services/T00/B00/abcdefghijklmnopqrst', topics: ['gaps'] },
    ],
    ['teams/venue/invitations', { emails: ['new@example.org'], role: 'chief' }],
  ] as const;
  for (const [path, payload] of attempts) {
    const response = await crew.as({ ...maker, headers }, 'POST', path, payload);
    expect([path, response.json().code]).toEqual([path, 'browser_only']);
  }
});

test('whose required passkey is missing keeps the rights of a chief only, now and later', async () => {
  await muster.db.transaction(async (trx) => {
    const row = { pid: crew.pid, tid: 'venue', uid: maker.uid, created_at: inDays(-1) };
    await trx
      .insertInto('memberships')
      .values({ ...row, role: 'chief' })
      .execute();
  });
  await setRequired(inDays(0));
  try {
    const { id } = await post('messages', {
      audience: { tids: ['venue'] },
      subject: 'Hello',
      body: 'Hello',
      send_at: inDays(1),
    });
    await post(`messages/${id}/send`, {});
    // The audience is widened behind the back of the check, as a later version might allow.
    await muster.db.transaction((trx) =>
      trx
        .updateTable('messages')
        .set({ audience: JSON.stringify({ everyone: true }) })
        .where('id', '=', id)
        .execute(),
    );
    await setRequired(null);
    muster.clock.advance(86_400);
    expect((await muster.deliver()).filter(({ subject }) => subject.includes('Hello'))).toEqual([]);
    expect((await crew.as(crew.owner, 'GET', `messages/${id}`)).json()).toMatchObject({ stopped: 'not_allowed' });
  } finally {
    await setRequired(null);
  }
});
