import type { Person } from '../../../auth/caller.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import { teamOfRow } from '../../../auth/project-role.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { failField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { record } from '../../audit/audit.service.ts';
import { previewNotice } from '../../notices/sending/preview.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { lockProjects } from '../../projects/owners.service.ts';
import type { NoticeServices } from '../memberships/role-notices.service.ts';
import { findCall, listWishes } from './applications.queries.ts';
import type { Decided, WishRow } from './applications.queries.ts';
import { announce, decisionsToRepeat, freePlaces } from './decisions.service.ts';
import { decideOpenly, listNames, listUnpublished } from './decisions.queries.ts';
import type { NewPublication, Publication } from './decisions.schema.ts';

type Services = { db: Db } & NoticeServices;
type Texts = NonNullable<NewPublication['texts']>;
type Counts = Omit<Publication, 'previews'>;

const batchSize = 100;
/** How many people of each outcome the preview shows. */
const previewed = 3;
const outcomes = ['accepted', 'waiting', 'declined'] as const satisfies readonly Decided[];
const nobody: Counts = { accepted: 0, waiting: 0, declined: 0, undecided: 0, team_full: 0, decide_again: 0 };

/** Everything that becomes known to one person, who gets one notice. `isBest`: they know of nothing better so far. */
type Outcome = { uid: string; outcome: Decided; isBest: boolean; rows: WishRow[] };

/** What each person learns, or why they learn nothing yet. `places`: free ones by team, which this takes. */
function outcomesOf(
  rows: readonly WishRow[],
  isToRepeat: (row: WishRow) => boolean,
  places: Map<string, number>,
): { known: Outcome[]; counts: Counts } {
  const counts = { ...nobody };
  const known: Outcome[] = [];
  for (const [uid, own] of Map.groupBy(rows, (row) => row.uid)) {
    const pending = own.filter((row) => row.pending !== null);
    const outcome = outcomes.find((one) => pending.some((row) => row.pending === one));
    if (outcome === undefined) continue;
    const accepted = pending.filter((row) => row.pending === 'accepted');
    const isUndecided = own.some((row) => row.state === 'sent' && row.pending === null);
    if (pending.some(isToRepeat)) {
      counts.decide_again += 1;
      continue;
    }
    // Another team may still take them: nobody is declined today and accepted tomorrow.
    if (outcome !== 'accepted' && isUndecided) counts.undecided += 1;
    else if (accepted.some(({ tid }) => (places.get(tid) ?? 0) < 1)) counts.team_full += 1;
    else {
      for (const { tid } of accepted) places.set(tid, (places.get(tid) ?? 0) - 1);
      counts[outcome] += 1;
      const better = outcomes.slice(0, outcomes.indexOf(outcome));
      const isBest = !own.some(({ state }) => better.some((one) => one === state));
      known.push({ uid, outcome, isBest, rows: pending });
    }
  }
  return { known, counts };
}

const placesIn = (read: Reader, scope: ProjectScope, rows: readonly WishRow[]) =>
  // No team has an empty identifier, and `in ()` is not valid SQL.
  freePlaces(read, scope, ['', ...new Set(rows.map(({ tid }) => tid))]);

/**
 * Publishes what is pending, batch by batch. The transaction that publishes a decision also creates the notice, and what is
 * published is no longer pending: a second call, or one after the process died, continues and repeats nothing.
 */
export async function publishDecisions(
  services: Services,
  caller: Person,
  scope: ProjectScope,
  { texts = {}, dry_run: isDryRun = false }: NewPublication,
): Promise<Publication> {
  for (const outcome of outcomes) requireFields(texts[outcome] ?? '', `/texts/${outcome}`);
  if (isDryRun) return previewOf(services, caller, scope, texts);
  const sum = { ...nobody };
  for (let after = ''; ;) {
    const uids = await listUnpublished(services.db.read, scope, after, batchSize);
    const last = uids.at(-1);
    if (last === undefined) return { ...sum, previews: [] };
    const counts = await publishBatch(services, caller, scope, uids, texts);
    for (const name of keysOf(sum)) sum[name] += counts[name];
    after = last;
  }
}

const keysOf = (counts: Counts) => Object.keys(counts) as (keyof Counts)[];

const publishBatch = async (
  services: Services,
  caller: Person,
  scope: ProjectScope,
  uids: readonly string[],
  texts: Texts,
): Promise<Counts> => {
  const now = services.clock.now();
  return services.db.transaction(async (trx) => {
    const { people } = await confirmCaller(trx, now, caller, uids);
    await lockProjects(trx, [scope.pid]);
    const rows = await listWishes(trx, scope, uids);
    const { known, counts } = outcomesOf(
      rows,
      await decisionsToRepeat(trx, now, scope, rows),
      await placesIn(trx, scope, rows),
    );
    if (known.length === 0) return counts;
    const names = new Map(people.map(({ uid, name }) => [uid, name]));
    await makeKnown(trx, services, { caller, scope, now, names }, known);
    await notify(
      trx,
      { actor: caller.uid, now },
      known.map((one) => noticeOf(scope, one, names.get(one.uid) ?? '', texts)),
    );
    const { accepted, waiting, declined } = counts;
    const { pid } = scope;
    const detail = { accepted, waiting, declined };
    await record(trx, now, { actor: caller.uid, kind: 'applications.published', subject: pid, pid, detail });
    return counts;
  });
};

type Publishing = { caller: Person; scope: ProjectScope; now: Date; names: ReadonlyMap<string, string> };

async function makeKnown(trx: Trx, services: Services, publishing: Publishing, known: readonly Outcome[]) {
  const { caller, scope, now, names } = publishing;
  const rows = known.flatMap((one) => one.rows);
  for (const [tid, ofTeam] of Map.groupBy(rows, (row) => row.tid)) {
    const team = teamOfRow({ pid: scope.pid, tid });
    for (const [outcome, same] of Map.groupBy(ofTeam, ({ pending }) => pending)) {
      if (outcome === null) continue;
      const uids = same.map(({ uid }) => uid);
      await decideOpenly(trx, team, uids, outcome, {});
      const people = uids.map((uid) => ({ uid, name: names.get(uid) ?? '' }));
      await announce(trx, services, { caller, now }, team, outcome, people);
    }
  }
}

/**
 * About the teams of the outcome: those that accepted the person, not those that declined. "Sorry, we have no place for you"
 * is not for people whom another team has accepted.
 */
function noticeOf({ pid }: ProjectScope, { uid, outcome, isBest, rows }: Outcome, name: string, texts: Texts) {
  const teams = rows.filter((row) => row.pending === outcome);
  const team = teams.map((row) => row.team).join(', ');
  const text = isBest ? fillIn(texts[outcome] ?? '', { name, team }) : '';
  return {
    kind: `application.${outcome}` as const,
    uid,
    pid,
    subject: teams[0]?.tid ?? '',
    values: { team, ...(text === '' ? {} : { text }) },
    // The mail is sent at once, and not merged with another.
    occasion: `published ${teams.map((row) => `${row.tid} ${row.created_at}`).join(' ')}`,
  };
}

const fields = ['name', 'team'] as const;
/** Blanks around the name are removed afterwards: looking for them here takes hours for a text full of blanks. */
const placeholder = /\{\{([^{}]*)\}\}/g;

function requireFields(text: string, pointer: string): void {
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name.trim());
  const unknown = names.find((name) => !fields.some((field) => field === name));
  if (unknown !== undefined) failField(pointer, `{{${unknown}}} is not one of ${fields.join(', ')}`);
}

const fillIn = (text: string, values: { name: string; team: string }): string =>
  text.replaceAll(placeholder, (_, typed: string) => (typed.trim() === 'name' ? values.name : values.team)).trim();

/** The counts, and the mails of the first people of each outcome, in their languages. */
async function previewOf(
  { db, config, clock }: Services,
  { uid: reader, name: actor }: Person,
  scope: ProjectScope,
  texts: Texts,
): Promise<Publication> {
  const { read } = db;
  const sum = { ...nobody };
  const first: Outcome[] = [];
  let places: Map<string, number> | undefined;
  for (let after = ''; ;) {
    const uids = await listUnpublished(read, scope, after, batchSize);
    const last = uids.at(-1);
    if (last === undefined) break;
    const rows = await listWishes(read, scope, uids);
    // Places that an earlier batch took are taken.
    places = new Map([...(await placesIn(read, scope, rows)), ...(places ?? [])]);
    const { known, counts } = outcomesOf(rows, await decisionsToRepeat(read, clock.now(), scope, rows), places);
    for (const name of keysOf(sum)) sum[name] += counts[name];
    // Nobody finds out about their own application in a preview.
    for (const one of known.filter(({ uid, isBest }) => isBest && uid !== reader))
      if (first.filter(({ outcome }) => outcome === one.outcome).length < previewed) first.push(one);
    after = last;
  }
  const people = await listNames(read, ['', ...first.map(({ uid }) => uid)]);
  const call = await findCall(read, scope);
  const previews = outcomes.flatMap((outcome) =>
    first.flatMap((one) => {
      const person = people.find(({ uid }) => uid === one.uid);
      if (one.outcome !== outcome || person === undefined) return [];
      const { occasion: _, uid, ...notice } = noticeOf(scope, one, person.name, texts);
      const mailed = { ...notice, project: call.name, timezone: call.timezone, actor, at: timestamp(clock.now()) };
      const { subject, text } = previewNotice(person, mailed, config.baseUrl);
      return [{ outcome, uid, name: person.name, language: person.language ?? 'en', subject, text }];
    }),
  );
  return { ...sum, previews };
}
