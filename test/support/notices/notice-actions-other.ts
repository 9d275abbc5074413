import { expect } from 'vitest';
import { announceInChat } from '../../../src/server/features/chat/announcing.service.ts';
import { bearer, browserOf } from '../factories.ts';
import { createDevice } from '../world/desk.ts';
import {
  action,
  apply,
  as,
  asAdministrator,
  decide,
  form,
  inHours,
  invite,
  runJob,
  stage,
  taskWithPeople,
  travel,
} from './notice-stage.ts';
import { mailmanLogin, startMailman } from '../servers/mailman.ts';
import { startReceiver } from '../servers/receiver.ts';
import { account } from '../world/disclosure.ts';
import type { Action } from './notice-stage.ts';
import type { Caller } from '../world.ts';

async function withGoneEndpoint(work: (url: string) => Promise<void>): Promise<void> {
  await using receiver = await startReceiver();
  receiver.answerWith(410);
  await work(`${receiver.url}/hook`);
}

async function failInChat(url: string): Promise<void> {
  const channel = { tid: 'venue', name: '#venue', url, format: 'slack', topics: ['announcements'] };
  await stage.crew.inBrowser(stage.crew.chief, 'POST', 'chat-channels', channel);
  const { muster, crew } = stage;
  const text = { id: '1', pid: crew.pid, tid: 'venue', title: 'Hello', text: '', page: '/' };
  await muster.db.transaction((trx) => announceInChat(trx, muster.services, muster.clock.now(), text));
  await muster.services.outbox.drain();
}

/** A mailing list follows the team, and Mia agrees. */
async function followList(url: string): Promise<void> {
  const { crew, muster } = stage;
  const inBrowser = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<{ id: string }> =>
    (await crew.inBrowser(crew.owner, method, path, body)).json();
  const server = await inBrowser('POST', 'group-servers', { kind: 'mailman', url, ...mailmanLogin });
  await crew.inBrowser(crew.member, 'PUT', 'my-groups', { agrees: true });
  const list = { server: server.id, group: 'team:venue', target_kind: 'list', target: 'venue.lists.example.org' };
  const { id } = await inBrowser('POST', 'synced-groups', list);
  await muster.services.outbox.drain();
  await inBrowser('PATCH', `synced-groups/${id}`, { mode: 'active' });
  await muster.services.outbox.drain();
}

async function createAccount(ends_at: string): Promise<string> {
  const account = { name: 'Sync', scopes: ['teams:write'], ends_at };
  return (await as(stage.crew.owner, 'POST', 'service-accounts', account)).json().token;
}

const workOfMia = () =>
  as(stage.crew.owner, 'POST', 'work', {
    title: 'Fetched tables',
    uid: stage.crew.member.uid,
    tid: 'venue',
    starts_at: inHours(-3),
    ends_at: inHours(-1),
  });

/** Mia is a minor and has named a guardian. Returns the code of the link in the mail. */
async function guardianOfMia(): Promise<string> {
  const { muster, crew } = stage;
  const url = `/api/projects/${crew.pid}`;
  await muster.call({ method: 'PATCH', url, headers: crew.owner.headers, payload: { adult_age: 18 } });
  const birthday = `${muster.clock.now().getUTCFullYear() - 15}-01-01`;
  const payload = { name: '', phone: '', national_id: '', company: '', birthday };
  await muster.call({ method: 'PUT', url: '/api/me/real-profile', headers: crew.member.headers, payload });
  const email = `guardian-${crew.pid}@example.org`;
  await as(crew.member, 'PUT', 'my-guardian', { name: 'Byron', email });
  const mail = (await muster.deliver()).find(({ to }) => to === email);
  return /#code=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const offerHelp = ({ headers }: Caller) =>
  stage.muster.call({
    method: 'PUT',
    url: '/api/me/offer',
    headers,
    payload: {
      ready: true,
      pids: [stage.crew.pid],
      teams: [],
      skills: [],
      hours: null,
      text: '',
      until: inHours(240).slice(0, 10),
      new_tasks: false,
    },
  });

const endEvent = () =>
  stage.muster.call({
    method: 'PATCH',
    url: `/api/projects/${stage.crew.pid}`,
    headers: stage.crew.owner.headers,
    payload: { starts_on: inHours(-72).slice(0, 10), ends_on: inHours(-48).slice(0, 10) },
  });

const answerAsGuardian = (code: string, agrees: boolean) =>
  stage.muster.call({ method: 'PUT', url: '/api/guardian-consent', payload: { code, agrees } });

/** Applications, invitations, forms, payments, connections and accounts. */
const rules = { title: 'Safety rules', body: 'Helmets.', required_for: 'tasks' };

const give = async (until: string): Promise<string> => {
  const grant = { uid: stage.crew.stranger.uid, role: 'finance', reason: 'Holiday', until };
  return (await as(stage.crew.owner, 'POST', 'grants', grant)).json().id;
};

export const otherActions: Record<string, Action> = {
  'somebody becomes a deputy': action({
    act: () => give(inHours(100)),
    received: { Sam: ['grant.given'] },
  }),
  'the time of a deputy is prolonged': action({
    prepare: () => give(inHours(100)),
    act: (id) => as(stage.crew.owner, 'PATCH', `grants/${id}`, { until: inHours(200) }),
    received: { Sam: ['grant.given'] },
  }),
  'the time of a deputy ends in a day': action({
    prepare: () => give(inHours(40)),
    act: async () => {
      stage.muster.clock.advance(30 * 3600);
      await stage.muster.services.runExpiry();
    },
    received: { Olga: ['deputy.ending'], Sam: ['grant.ending'] },
  }),
  'the time of a deputy ends': action({
    prepare: () => give(inHours(20)),
    act: async () => {
      stage.muster.clock.advance(21 * 3600);
      await stage.muster.services.runExpiry();
    },
    received: { Olga: ['deputy.ended'], Sam: ['grant.ended'] },
  }),
  'an owner ends the time of a deputy': action({
    prepare: () => give(inHours(100)),
    act: (id) => as(stage.crew.owner, 'DELETE', `grants/${id}`),
    received: { Sam: ['grant.ended'] },
  }),
  'an owner publishes the thanks page': action({
    prepare: async () => {
      await endEvent();
      await as(stage.crew.member, 'PUT', 'my-thanks', { name: 'Mia' });
    },
    act: () => as(stage.crew.owner, 'PUT', 'thanks', { text: '', published: true }),
    received: { Mia: ['thanks.published'] },
  }),
  'an owner hides a name on the thanks page': action({
    prepare: () => as(stage.crew.member, 'PUT', 'my-thanks', { name: 'Mia' }),
    act: () => as(stage.crew.owner, 'PUT', `thanks/names/${stage.crew.member.uid}`, { hidden: true }),
    received: { Mia: ['thanks.hidden'] },
  }),
  'an offer to help ends': action({
    prepare: () => offerHelp(stage.crew.stranger),
    act: async () => {
      stage.muster.clock.advance(12 * 24 * 3600);
      await stage.muster.services.runExpiry();
    },
    received: { Sam: ['offer.ended'] },
  }),
  'somebody who offers help is invited': action({
    prepare: () => offerHelp(stage.crew.stranger),
    act: () => as(stage.crew.chief, 'POST', 'teams/venue/offer-invitations', { uids: [stage.crew.stranger.uid] }),
    received: { Sam: ['invitation.received'] },
  }),
  'organisers import answers': action({
    prepare: () => as(stage.crew.owner, 'POST', 'forms', { ...form, enabled: true }),
    act: async () => {
      const text = `email,wanted\n${stage.crew.member.email},no`;
      await stage.crew.inBrowser(stage.crew.owner, 'POST', `forms/${form.form}/responses/import`, { text });
      await stage.muster.services.outbox.drain();
    },
    received: { Mia: ['form.filled_in'] },
  }),
  'somebody applies to the team': action({
    act: () => apply(stage.crew.stranger),
    received: { Chen: ['application.received'] },
  }),
  'an application is accepted': action({
    prepare: () => apply(stage.crew.stranger),
    act: () => as(stage.crew.chief, 'PUT', `teams/venue/applications/${stage.crew.stranger.uid}/acceptance`),
    received: { Sam: ['application.accepted'] },
  }),
  'an application is declined': action({
    prepare: () => apply(stage.crew.stranger),
    act: () => as(stage.crew.chief, 'DELETE', `teams/venue/applications/${stage.crew.stranger.uid}`),
    received: { Sam: ['application.declined'] },
  }),
  'an application is put on the waiting list': action({
    prepare: () => apply(stage.crew.stranger),
    act: () => decide('wait'),
    received: { Sam: ['application.waiting'] },
  }),
  'somebody on the waiting list is accepted': action({
    prepare: async () => {
      await apply(stage.crew.stranger);
      await decide('wait');
    },
    act: () => as(stage.crew.chief, 'PUT', `teams/venue/applications/${stage.crew.stranger.uid}/acceptance`),
    received: { Sam: ['application.accepted'] },
  }),
  'a guardian agrees': action({
    prepare: () => guardianOfMia(),
    act: (code) => answerAsGuardian(code, true),
    received: { Mia: ['guardian.answered'] },
  }),
  'a guardian withdraws': action({
    prepare: async () => {
      const code = await guardianOfMia();
      await answerAsGuardian(code, true);
      return code;
    },
    act: (code) => answerAsGuardian(code, false),
    received: { Mia: ['guardian.answered'], Chen: ['person.consent_lost'] },
  }),
  'an application is withdrawn': action({
    prepare: () => apply(stage.crew.stranger),
    act: () => as(stage.crew.stranger, 'DELETE', 'teams/venue/application'),
    received: {},
  }),
  'nobody answers an application in time': action({
    prepare: () => apply(stage.crew.stranger),
    act: async () => {
      stage.muster.clock.advance(91 * 86_400);
      await stage.muster.services.runExpiry();
    },
    received: { Sam: ['application.lapsed'] },
  }),
  'somebody with an account is invited': action({
    act: () => invite(stage.crew.stranger.email),
    received: { Sam: ['invitation.received'] },
  }),
  'an invitation is accepted': action({
    prepare: () => invite(stage.crew.stranger.email),
    act: (id) =>
      stage.muster.call({
        method: 'PUT',
        url: `/api/me/invitations/${id}/acceptance`,
        headers: stage.crew.stranger.headers,
      }),
    received: { Chen: ['invitation.accepted'] },
  }),
  'an invitation is declined': action({
    prepare: () => invite(stage.crew.stranger.email),
    act: (id) =>
      stage.muster.call({ method: 'DELETE', url: `/api/me/invitations/${id}`, headers: stage.crew.stranger.headers }),
    received: { Chen: ['invitation.declined'] },
  }),
  'nobody answers an invitation in time': action({
    prepare: () => invite(stage.crew.stranger.email),
    act: async () => {
      stage.muster.clock.advance(14 * 86_400);
      await stage.muster.services.runExpiry();
    },
    received: { Chen: ['invitation.expired'] },
  }),
  'a chat no longer knows a channel': action({
    act: () => withGoneEndpoint((url) => failInChat(url)),
    received: { Chen: ['chat.disabled'] },
  }),
  'an endpoint no longer wants its webhook': action({
    act: () =>
      withGoneEndpoint(async (url) => {
        const { id } = (await as(stage.crew.owner, 'POST', 'webhooks', { url })).json();
        await as(stage.crew.owner, 'POST', `webhooks/${id}/ping`);
        await stage.muster.services.webhooks.drain();
      }),
    received: { Olga: ['webhook.disabled'] },
  }),
  'the sync adds somebody to a mailing list': action({
    act: async () => {
      await using mailman = await startMailman(['venue.lists.example.org']);
      await followList(mailman.url);
      expect(mailman.on('venue.lists.example.org')).toEqual([stage.crew.member.email]);
    },
    received: { Mia: ['groups.changed'] },
  }),
  'nobody answers for a group server any more': action({
    act: async () => {
      const { crew, muster } = stage;
      await followList('https://lists.example.org');
      const { uid } = crew.stranger;
      await muster.db.transaction((trx) =>
        trx.updateTable('group_servers').set({ created_by: uid }).where('pid', '=', crew.pid).execute(),
      );
      muster.clock.advance(86_400);
      await runJob('groups');
      await muster.services.outbox.drain();
    },
    received: { Olga: ['group_server.disabled'] },
  }),
  'a token ends in two weeks': action({
    prepare: () =>
      stage.muster.db.transaction((trx) =>
        trx
          .updateTable('api_tokens')
          .set({ expires_at: inHours(14 * 24 - 1), created_at: inHours(-48) })
          .where('uid', '=', stage.crew.member.uid)
          .execute(),
      ),
    act: async () => runJob('token-endings'),
    received: { Mia: ['token.ending'] },
  }),
  'a service account ends in three days': action({
    prepare: async () => {
      await createAccount(inHours(10 * 24));
      stage.muster.clock.advance(7.5 * 86_400);
    },
    act: async () => runJob('token-endings'),
    received: { Olga: ['service_account.ending'] },
  }),
  'a service account adds somebody to a team': action({
    prepare: () => createAccount(inHours(10 * 24)),
    act: (token) =>
      stage.muster.call({
        method: 'PUT',
        url: `/api/projects/${stage.crew.pid}/teams/venue/members/${stage.crew.stranger.uid}`,
        headers: bearer(token),
      }),
    received: { Olga: ['service_account.changed_roles'], Sam: ['team.added'] },
  }),
  'an owner announces something': action({
    act: () => as(stage.crew.owner, 'POST', 'announcements', { title: 'News', body: 'Text' }),
    received: { Chen: ['announcement'], Otto: ['announcement'], Mia: ['announcement'] },
  }),
  'a chief announces something to the team': action({
    act: () => as(stage.crew.chief, 'POST', 'announcements', { title: 'News', body: 'Text', tid: 'venue' }),
    received: { Mia: ['announcement'] },
  }),
  'an owner adds a document that people have to sign': action({
    act: () => as(stage.crew.owner, 'POST', 'documents', rules),
    received: { Chen: ['document.asked'], Otto: ['document.asked'], Mia: ['document.asked'] },
  }),
  'an owner publishes a new version of a document': action({
    prepare: async (): Promise<{ id: string }> =>
      (await as(stage.crew.owner, 'POST', 'documents', { ...rules, required_for: 'nothing' })).json(),
    act: async ({ id }) => {
      await stage.muster.db.transaction((trx) =>
        trx.updateTable('documents').set({ required_for: 'tasks' }).where('id', '=', id).execute(),
      );
      await as(stage.crew.owner, 'POST', `documents/${id}/versions`, { body: 'Gloves.', changes: 'Gloves.' });
    },
    received: { Chen: ['document.renewed'], Otto: ['document.renewed'], Mia: ['document.renewed'] },
  }),
  'a form opens': action({
    act: () => as(stage.crew.owner, 'POST', 'forms', { ...form, enabled: true }),
    received: { Chen: ['form.opened'], Otto: ['form.opened'], Mia: ['form.opened'] },
  }),
  'a form for the chiefs of one team opens later': action({
    prepare: () => {
      const asked = { audience: 'chiefs', tids: ['press'] };
      return as(stage.crew.owner, 'POST', 'forms', { ...form, ...asked, enabled: true, opens_at: inHours(1) });
    },
    act: async () => {
      stage.muster.clock.advance(2 * 3600);
      await runJob('form-notices');
    },
    received: { Otto: ['form.opened'] },
  }),
  'a form closes soon': action({
    prepare: async () => {
      await as(stage.crew.owner, 'POST', 'forms', { ...form, enabled: true, closes_at: inHours(100) });
      await as(stage.crew.otherChief, 'PUT', 'forms/shirts/response', { answers: { wanted: false } });
    },
    act: async () => {
      stage.muster.clock.advance(30 * 3600);
      await runJob('form-notices');
    },
    received: { Olga: ['form.closing'], Chen: ['form.closing'], Mia: ['form.closing'] },
  }),
  'a form asks for more than somebody answered': action({
    prepare: async () => {
      const question = { key: 'one', label: 'One', type: 'text', required: false, private: false };
      const custom = { form: 'custom', kind: 'custom', title: 'Custom', fields: [question], enabled: true };
      await as(stage.crew.owner, 'POST', 'forms', custom);
      await as(stage.crew.member, 'PUT', 'forms/custom/response', { answers: { one: 'x' } });
      return [question, { ...question, key: 'two', label: 'Two' }];
    },
    act: (fields) => as(stage.crew.owner, 'PATCH', 'forms/custom', { fields }),
    received: { Mia: ['form.asks_more'] },
  }),
  'travel money is paid': action({
    prepare: travel,
    act: ({ pay }) => pay(),
    received: { Mia: ['payment.made'] },
  }),
  'a payment is undone': action({
    prepare: async () => {
      const { pay, path } = await travel();
      await pay();
      return path;
    },
    act: (path) => as(stage.crew.owner, 'DELETE', `${path}/${stage.crew.member.uid}`),
    received: { Mia: ['payment.undone'] },
  }),
  'a chief writes to the team': action({
    act: async () => {
      const message = { audience: { tids: ['venue'] }, subject: 'Shirts', body: 'Hello {{name}}' };
      const { id } = (await as(stage.crew.chief, 'POST', 'messages', message)).json();
      await as(stage.crew.chief, 'POST', `messages/${id}/send`);
    },
    received: { Mia: ['message'] },
  }),
  'somebody gets a code': action({
    prepare: async () => {
      const list = { name: 'Ticket', kind: 'code', audience: { tids: ['press'] } };
      return (await as(stage.crew.owner, 'POST', 'hand-outs', list)).json().id;
    },
    act: (id) => as(stage.crew.owner, 'POST', `hand-outs/${id}/codes`, { codes: ['CAMP-1', 'CAMP-2'] }),
    received: { Otto: ['handout.earned'] },
  }),
  'somebody still has a radio on the evening of the last day': action({
    prepare: async () => {
      const { owner, member } = stage.crew;
      const radio = { name: 'Radio', kind: 'loan', audience: { everyone: true } };
      const { id } = (await as(owner, 'POST', 'hand-outs', radio)).json();
      await as(owner, 'POST', `hand-outs/${id}/things`, { label: 'Radio 17' });
      const { results } = await createDevice(stage.muster, stage.crew);
      const scan = { step: 'hand_out', hand_out: id, barcode: 'Radio 17', uid: member.uid };
      expect(await results([scan])).toEqual(['accepted']);
      const yesterday = inHours(-24).slice(0, 10);
      await stage.muster.db.transaction((trx) =>
        trx.updateTable('projects').set({ ends_on: yesterday }).where('pid', '=', stage.crew.pid).execute(),
      );
    },
    act: async () => runJob('hand-outs'),
    received: { Mia: ['loan.open'] },
  }),
  'an owner gives somebody a bed': action({
    prepare: async () => {
      const { owner, member } = stage.crew;
      const days = ['2026-08-07', '2026-08-08'];
      await as(owner, 'POST', 'forms', { form: 'beds', kind: 'accommodation', title: 'Beds', days, enabled: true });
      const answers = { stay: 'yes', nights: days, mixed_room: true };
      expect((await as(member, 'PUT', 'forms/beds/response', { answers })).statusCode).toBe(200);
      const rooms = [{ name: 'Tower', beds: 2, kind: 'mixed' }];
      return (await as(owner, 'POST', 'rooms', { rooms })).json().rooms[0].id;
    },
    act: (id) => as(stage.crew.owner, 'PUT', `rooms/${id}/places/${stage.crew.member.uid}`, {}),
    received: { Mia: ['room.assigned'] },
  }),
  'a certificate is issued': action({
    prepare: workOfMia,
    act: () => as(stage.crew.owner, 'POST', `hours/${stage.crew.member.uid}/certificate`, {}),
    received: { Mia: ['certificate.ready'] },
  }),
  'a certificate is revoked': action({
    prepare: async () => {
      await workOfMia();
      const issued = await as(stage.crew.owner, 'POST', `hours/${stage.crew.member.uid}/certificate`, {});
      return issued.json().number;
    },
    act: (number) => as(stage.crew.owner, 'PUT', `certificates/${number}/revocation`, { reason: 'A mistake' }),
    received: { Mia: ['certificate.revoked'] },
  }),
  'an account is suspended': action({
    act: () => asAdministrator('PUT', `/api/users/${stage.crew.stranger.uid}/suspension`, {}),
    received: { Sam: ['security.suspended'] },
  }),
  'somebody on a task is suspended': action({
    prepare: () => taskWithPeople(),
    act: () => asAdministrator('PUT', `/api/users/${stage.crew.member.uid}/suspension`, {}),
    received: { Mia: ['security.suspended'], Chen: ['team.left'] },
  }),
  'a chief erases their account': action({
    act: async () => {
      const { headers } = stage.crew.chief;
      expect((await stage.muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
    },
    received: { Olga: ['team.left'] },
  }),
  'an account is active again': action({
    prepare: () => asAdministrator('PUT', `/api/users/${stage.crew.stranger.uid}/suspension`, {}),
    act: () => asAdministrator('DELETE', `/api/users/${stage.crew.stranger.uid}/suspension`),
    received: { Sam: ['security.reinstated'] },
  }),
  'somebody becomes administrator': action({
    act: () => asAdministrator('PUT', `/api/admins/${stage.crew.stranger.uid}`),
    received: { Sam: ['security.administrators_changed'] },
  }),
  'an administrator removes all passkeys of a person': action({
    prepare: () =>
      stage.muster.db.transaction((trx) =>
        trx
          .insertInto('passkeys')
          .values({
            id: 'passkey',
            uid: stage.crew.stranger.uid,
            credential_id: 'passkey',
            public_key: '',
            counter: 0,
            transports: '[]',
            name: 'Phone',
            created_at: stage.muster.clock.now().toISOString(),
          })
          .execute(),
      ),
    act: () => asAdministrator('DELETE', `/api/users/${stage.crew.stranger.uid}/passkeys`),
    received: { Sam: ['security.sign_in_changed'] },
  }),
  'somebody agrees to share private data': action({
    prepare: travel,
    act: ({ agree }) => agree(stage.crew.chief),
    received: { Chen: ['security.consent_given'] },
  }),
  'somebody changes their bank account': action({
    act: async () => {
      const { headers } = stage.crew.member;
      await stage.muster.call({ method: 'PUT', url: '/api/me/bank', headers, payload: account });
    },
    received: { Mia: ['security.bank_changed'] },
  }),
  'somebody makes credentials for a token that reads private data': action({
    act: async () => {
      const { headers } = stage.crew.member;
      await stage.muster.call({ method: 'POST', url: '/api/me/exchange-credentials?scope=private:read', headers });
    },
    received: { Mia: ['security.private_token'] },
  }),
  'somebody changes their address': action({
    prepare: async () => {
      const headers = await browserOf(stage.muster, stage.crew.stranger);
      const payload = { email: 'new@example.org' };
      await stage.muster.call({ method: 'POST', url: '/api/me/email', headers, payload });
      const [mail] = await stage.muster.deliver();
      return { headers, token: /#token=(\S+)/.exec(mail?.text ?? '')?.[1] };
    },
    act: async ({ headers, token }) => {
      const response = await stage.muster.call({
        method: 'POST',
        url: '/api/me/email/confirmation',
        headers,
        payload: { token },
      });
      expect(response.statusCode).toBeLessThan(300);
    },
    received: { Sam: ['security.email_changed'] },
  }),
};
