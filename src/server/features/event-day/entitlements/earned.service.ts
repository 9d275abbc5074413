import { scopeOfRow } from '../../../auth/project-role.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { notify } from '../../notices/notify.service.ts';
import type { NewNotice } from '../../notices/notify.service.ts';
import { assignCodes } from '../code-lists/code-lists.service.ts';
import { dueOf, entitlementsOf } from '../hand-outs/entitlement.service.ts';
import { isDueBack } from '../loans/loans.policy.ts';
import { listEarning, listFreeLists, listNotified, listToReturn, listWithOpenLoans } from './earned.queries.ts';

type Services = { db: Db; clock: Clock };

/** Hours are corrected for a while after the event. */
const earningSeconds = days(14);

/** Gives codes to people who are entitled by now, and notifies people of what they have earned. Returns how many. */
export async function settleEarned(services: Services, signal: AbortSignal): Promise<number> {
  const { db, clock } = services;
  const ended = timestamp(addSeconds(clock.now(), -earningSeconds)).slice(0, 10);
  let count = 0;
  for (const row of await listEarning(db.read, ended)) {
    const scope = scopeOfRow(row);
    for (const { id } of await listFreeLists(db.read, row.pid)) {
      signal.throwIfAborted();
      count += (await assignCodes(services, scope, id, signal)).assigned;
    }
    count += await notifyOfEarned(services, scope);
  }
  return count;
}

/** Once for each number that somebody has earned and not had yet. */
async function notifyOfEarned({ db, clock }: Services, scope: ProjectScope): Promise<number> {
  const { handOuts, people } = await entitlementsOf(db.read, scope);
  const earned = handOuts.filter(({ kind, earned: rule }) => kind === 'item' && rule !== null);
  if (earned.length === 0) return 0;
  const most = new Map<string, number>();
  for (const { uid, subject, occasion } of await listNotified(db.read, scope.pid))
    most.set(`${uid} ${subject}`, Math.max(most.get(`${uid} ${subject}`) ?? 0, Number(occasion) || 0));
  const notices = [...people].flatMap(([uid, { of }]) =>
    earned.flatMap(({ id, name }): NewNotice[] => {
      const own = of.get(id);
      if (own === undefined || dueOf(own) === 0 || own.entitled <= (most.get(`${uid} ${id}`) ?? 0)) return [];
      const values = { what: name, change: 'item' };
      return [{ kind: 'handout.earned', uid, pid: scope.pid, subject: id, values, occasion: String(own.entitled) }];
    }),
  );
  if (notices.length > 0) await db.transaction((trx) => notify(trx, { actor: null, now: clock.now() }, notices));
  return notices.length;
}

/** If the evening of the last day was missed, the reminder comes in the week after it. */
const remindedSeconds = days(7);
const maxListed = 200;

/** Reminds people of what they still have. Returns how many. */
export async function remindOfLoans({ db, clock }: Services, signal: AbortSignal): Promise<number> {
  const now = clock.now();
  const dayIn = (seconds: number): string => timestamp(addSeconds(now, seconds)).slice(0, 10);
  let count = 0;
  for (const project of await listWithOpenLoans(db.read, dayIn(-remindedSeconds), dayIn(days(1)))) {
    signal.throwIfAborted();
    const { pid, ends_on: last } = project;
    if (last === null || !isDueBack(project, now)) continue;
    const rows = Map.groupBy(await listToReturn(db.read, pid, last), ({ holder }) => holder ?? '');
    const notices = [...rows].map(([uid, things]): NewNotice => {
      const what = things.map(({ label }) => label).join(', ');
      const shown = what.length > maxListed ? `${what.slice(0, maxListed)}…` : what;
      return { kind: 'loan.open', uid, pid, subject: '', values: { what: shown }, occasion: last };
    });
    if (notices.length > 0) await db.transaction((trx) => notify(trx, { actor: null, now }, notices));
    count += notices.length;
  }
  return count;
}
