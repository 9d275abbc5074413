import { expect } from 'vitest';
import { browserOf } from '../factories.ts';
import { action, as, stage } from './notice-stage.ts';
import type { Action } from './notice-stage.ts';

/** A claim of Mia, which she has sent. */
async function sentClaim(): Promise<string> {
  const { member } = stage.crew;
  const lines = [{ date: '2026-01-02', what: 'Tape', amount: 1290 }];
  const { id } = (await as(member, 'POST', 'claims', { currency: 'EUR', lines })).json();
  await as(member, 'PUT', `claims/${id}/submission`, { share_bank: true });
  return id;
}

const decide = (id: string, decision: string) =>
  as(stage.crew.owner, 'PUT', `claims/${id}/decision`, { decision, note: 'What for?' });

/** A payout to Mia, who has a bank account. */
async function madePayout(): Promise<string> {
  const { owner, member } = stage.crew;
  await keepBank('DE89370400440532013000');
  const claim = await sentClaim();
  await decide(claim, 'approve');
  const made = await stage.crew.inBrowser(owner, 'POST', 'payouts', { claims: [claim], method: 'transfer' });
  expect(made.json()).toMatchObject({ people: [{ person: { uid: member.uid } }] });
  return made.json().id;
}

const keepBank = async (number: string) =>
  stage.muster.call({
    method: 'PUT',
    url: '/api/me/bank',
    headers: await browserOf(stage.muster, stage.crew.member),
    payload: { code: '', number, branch: '', holder: 'Mia' },
  });

const setPaid = (id: string, method: 'PUT' | 'DELETE') =>
  stage.crew.inBrowser(stage.crew.owner, method, `payouts/${id}/paid`);

/** What causes notices about claims and payouts. */
export const moneyActions: Record<string, Action> = {
  'somebody agrees that a claim is paid to their account': action({
    act: sentClaim,
    received: { Mia: ['security.claim_shared'] },
  }),
  'a claim is approved': action({
    prepare: sentClaim,
    act: (id) => decide(id, 'approve'),
    received: { Mia: ['claim.approved'] },
  }),
  'a claim is returned': action({
    prepare: sentClaim,
    act: (id) => decide(id, 'return'),
    received: { Mia: ['claim.returned'] },
  }),
  'a claim is refused': action({
    prepare: sentClaim,
    act: (id) => decide(id, 'refuse'),
    received: { Mia: ['claim.refused'] },
  }),
  'a question about a claim is answered': action({
    prepare: async () => {
      const id = await sentClaim();
      await decide(id, 'return');
      return id;
    },
    act: (id) => as(stage.crew.member, 'PUT', `claims/${id}/submission`, { note: 'The banner.' }),
    received: { Olga: ['claim.answered'] },
  }),
  'people are reminded of what keeps their claims from being paid': action({
    prepare: async () => {
      const id = await sentClaim();
      await decide(id, 'approve');
    },
    act: () => as(stage.crew.owner, 'POST', 'due-payments/reminders', { note: 'We pay on Friday.' }),
    received: { Mia: ['claim.account_missing'] },
  }),
  'travel money is paid for receipts from now on': action({
    prepare: async () => {
      const { owner, member } = stage.crew;
      const table = { currency: 'TWD', data: [{ location: 'Tainan', amount: 500 }] };
      await as(owner, 'PUT', 'traffic-subsidies', table);
      await as(owner, 'POST', 'forms', { form: 'trip', kind: 'travel_money', title: 'Trip', enabled: true });
      await as(member, 'PUT', 'forms/trip/response', { answers: { apply: true, from: 'Tainan', how: 'Train' } });
    },
    act: () =>
      as(stage.crew.owner, 'PUT', 'money-settings', {
        payer_name: '',
        payer_iban: '',
        payer_bic: '',
        travel_pays: 'receipts',
        travel_budget: null,
      }),
    received: { Mia: ['claim.receipts_needed'] },
  }),
  'a payout is marked as paid': action({
    prepare: madePayout,
    act: (id) => setPaid(id, 'PUT'),
    received: { Mia: ['claim.paid'] },
  }),
  'a payout is no longer marked as paid': action({
    prepare: async () => {
      const id = await madePayout();
      await setPaid(id, 'PUT');
      return id;
    },
    act: (id) => setPaid(id, 'DELETE'),
    received: { Mia: ['claim.unpaid'] },
  }),
  'somebody changes their bank account while it is being paid to': action({
    prepare: madePayout,
    act: () => keepBank('GB82WEST12345698765432'),
    received: { Mia: ['claim.account_changed', 'security.bank_changed'], Olga: ['payout.account_changed'] },
  }),
};
