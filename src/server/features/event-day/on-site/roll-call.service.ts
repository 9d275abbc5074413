import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { listTeamsOf } from '../../../db/memberships.ts';
import { toUtc } from '../../../http/moment.ts';
import { addSeconds, hours, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import { listTakingPart } from '../codes/codes.queries.ts';
import {
  clearMarks,
  findRollCall,
  listHere,
  listMarks,
  listOnSite,
  lockRollCall,
  putMark,
  startRollCall,
} from './on-site.queries.ts';
import type { NewRollCallMarks, RollCall, RollCallResults } from './roll-call.schema.ts';

type Services = { db: Db; clock: Clock };

/** A project has no more people on one day. */
const maxListed = 20_000;

/** Who is on site, and who was seen in the roll call that is going on. */
export async function readRollCall({ db, clock }: Services, scope: ProjectScope): Promise<RollCall> {
  const now = timestamp(clock.now());
  const rows = await listHere(db.read, scope, { now, limit: maxListed + 1 });
  const call = await findRollCall(db.read, scope);
  const marks = new Map((await listMarks(db.read, scope)).map(({ uid, ...mark }) => [uid, mark]));
  const byPerson = Map.groupBy(rows.slice(0, maxListed), ({ uid }) => uid);
  const teams = await listTeamsOf(db.read, scope.pid, [...byPerson.keys()]);
  const teamsOf = Map.groupBy(teams, ({ uid }) => uid);
  const people = [...byPerson].map(([uid, own]): RollCall['people'][number] => {
    const { state = 'open', at = '', by = null } = marks.get(uid) ?? {};
    return {
      uid,
      name: own[0]?.name ?? '',
      tids: (teamsOf.get(uid) ?? []).map(({ tid }) => tid),
      since: own.map(({ since }) => since ?? now).toSorted()[0] ?? now,
      task: own.find(({ task }) => task !== null)?.task ?? null,
      mark: state === 'open' ? null : { state, at, by },
    };
  });
  const marked = (wanted: string): number => people.filter(({ mark }) => mark?.state === wanted).length;
  return {
    at: now,
    started_at: call?.started_at ?? null,
    started_by: call?.started_by ?? null,
    here: people.length,
    present: marked('present'),
    missing: marked('missing'),
    more: rows.length > maxListed,
    teams: [...new Map(teams.map(({ tid, name }) => [tid, { tid, name }])).values()],
    people,
  };
}

/** Ticks of the one before are gone. Of two people who begin one at the same time, the second joins the first. */
export async function beginRollCall({ db }: Services, actor: Actor, after: string | null): Promise<void> {
  const { projectRole, caller, uid, now } = actor;
  const { scope } = projectRole;
  const follows = after === null ? null : toUtc('/after', after);
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const row = { pid: scope.pid, started_at: timestamp(now), started_by: uid, after: follows };
    if (!(await startRollCall(trx, row))) return;
    await clearMarks(trx, scope);
    await record(trx, now, { actor: uid, kind: 'roll_call.started', subject: scope.pid, pid: scope.pid });
  });
}

/** Several people tick at once, also offline: the latest tick of a person counts, whenever it arrives. */
export const markRollCall = (
  { db }: Services,
  { projectRole: { scope }, caller, uid: actor, now }: Actor,
  { marks, sent_at: sentAt }: NewRollCallMarks,
): Promise<RollCallResults> => {
  const wrongMs = sentAt === undefined ? 0 : now.getTime() - Date.parse(toUtc('/sent_at', sentAt));
  const times = marks.map(({ at }, index) => Date.parse(toUtc(`/marks/${index}/at`, at)) + wrongMs);
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const call = await lockRollCall(trx, scope);
    const uids = [...new Set(marks.map(({ uid }) => uid))];
    const known = await listTakingPart(trx, scope, uids, null);
    // Also those who were removed from the project and have not left the site.
    for (const { uid } of await listOnSite(trx, scope, uids)) known.add(uid);
    const results: RollCallResults['results'] = [];
    const entries = [];
    for (const [index, { uid, state }] of marks.entries()) {
      // The clock of a phone may be ahead.
      const at = timestamp(new Date(Math.min(times[index] ?? 0, now.getTime())));
      const result = known.has(uid)
        ? await storeMark(trx, { call, now }, { pid: scope.pid, uid, state, at, actor })
        : 'unknown';
      results.push({ uid, result });
      if (result === 'accepted')
        entries.push({ actor, kind: 'roll_call.marked' as const, subject: uid, pid: scope.pid, detail: { state } });
    }
    await recordAll(trx, now, entries);
    return { results };
  });
};

type Tick = { pid: string; uid: string; state: 'present' | 'missing' | 'open'; at: string; actor: string };

/** Without a roll call, a tick counts for as long as people may be looking for each other. */
async function storeMark(
  trx: Trx,
  { call, now }: { call: { started_at: string } | undefined; now: Date },
  { actor, ...tick }: Tick,
): Promise<'accepted' | 'overtaken'> {
  const earliest = call?.started_at ?? timestamp(addSeconds(now, -hours(24)));
  if (tick.at < earliest) return 'overtaken';
  return (await putMark(trx, { ...tick, marked_by: actor })) ? 'accepted' : 'overtaken';
}
