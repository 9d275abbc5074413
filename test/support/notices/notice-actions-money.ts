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
};
