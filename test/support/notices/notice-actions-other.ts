import { expect } from 'vitest';
import { announceInChat } from '../../../src/server/features/chat/announcing.service.ts';
import { browserOf } from '../factories.ts';
import {
  action,
  apply,
  as,
  asAdministrator,
  form,
  inHours,
  invite,
  runJob,
  stage,
  taskWithPeople,
  travel,
} from './notice-stage.ts';
import { startReceiver } from '../servers/receiver.ts';
import type { Action } from './notice-stage.ts';

async function withGoneEndpoint(work: (url: string) => Promise<void>): Promise<void> {
  await using receiver = await startReceiver();
  receiver.answerWith(410);
  await work(`${receiver.url}/hook`);
}

async function failInChat(url: string): Promise<void> {
  const channel = { tid: 'venue', name: '#venue', url, format: 'slack', topics: ['announcements'] };
  await as(stage.crew.chief, 'POST', 'chat-channels', channel);
  const { muster, crew } = stage;
  const text = { id: '1', pid: crew.pid, tid: 'venue', title: 'Hello', text: '', page: '/' };
  await muster.db.transaction((trx) => announceInChat(trx, muster.services, muster.clock.now(), text));
  await muster.services.outbox.drain();
}

const workOfMia = () =>
  as(stage.crew.owner, 'POST', 'work', {
    title: 'Fetched tables',
    uid: stage.crew.member.uid,
    tid: 'venue',
    starts_at: inHours(-3),
    ends_at: inHours(-1),
  });

/** Applications, invitations, forms, payments, connections and accounts. */
export const otherActions: Record<string, Action> = {
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
  'an owner announces something': action({
    act: () => as(stage.crew.owner, 'POST', 'announcements', { title: 'News', body: 'Text' }),
    received: { Chen: ['announcement'], Otto: ['announcement'], Mia: ['announcement'] },
  }),
  'a chief announces something to the team': action({
    act: () => as(stage.crew.chief, 'POST', 'announcements', { title: 'News', body: 'Text', tid: 'venue' }),
    received: { Mia: ['announcement'] },
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
