import type { Person } from '../../../auth/caller.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { ProjectScope, TeamScope } from '../../../auth/project-role.ts';
import { teamOfRow } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { chiefsOrOwners } from '../../../db/memberships.ts';
import { fail, failField, requireNone } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { sha256 } from '../../../lib/secrets.ts';
import { recordAll } from '../../audit/audit.service.ts';
import {
  applicationAnswers,
  askedForms,
  saveApplicationAnswers,
} from '../../forms/answers/application-answers.service.ts';
import { requireSignedForApplying } from '../../documents/signing.service.ts';
import { notify, withdrawNotices } from '../../notices/notify.service.ts';
import { setFirstLanguage } from '../../people/people.service.ts';
import { lockProjects } from '../../projects/owners.service.ts';
import {
  endExpired,
  findCall,
  findOwnApplication,
  findTeams,
  listMemberships,
  listOwnApplications,
  listWishes,
  upsertApplication,
  withdrawWishes,
} from './applications.queries.ts';
import type { CallRow, OwnRow, WishRow } from './applications.queries.ts';
import type { MyApplication, NewApplication, NewMyApplication } from './applications.schema.ts';
import { expiryOf, hasCall, isCallOpen, isLapsed, requireOpenCall, stateOf } from './call.policy.ts';

/** A limit against people who apply everywhere. */
const maxOpen = 20;

type Services = { db: Db; clock: Clock; keys: Keyring };

const isOpen = ({ state }: WishRow): boolean => state === 'sent' || state === 'waiting';
const revisionOf = (wishes: readonly WishRow[]): number => Math.max(0, ...wishes.map(({ revision }) => revision));

type Applying = { trx: Trx; now: Date; scope: ProjectScope; uid: string; call: CallRow; before: readonly WishRow[] };

/**
 * Every change of an application locks the person first, then the project, so that neither its teams and their members nor
 * the call change meanwhile.
 */
async function begin(
  trx: Trx,
  now: Date,
  caller: Person,
  scope: ProjectScope,
  tids: readonly string[],
): Promise<Applying> {
  const { uid } = caller;
  await confirmCaller(trx, now, caller);
  await lockProjects(trx, [scope.pid]);
  const call = await findCall(trx, scope);
  requireOpenCall(call, timestamp(now));
  if (expiryOf(call, now) <= timestamp(now)) fail('applications_closed', { detail: 'The event is over' });
  await requireSignedForApplying(trx, scope, uid, timestamp(now));
  await endExpired(trx, scope, { uid, tids, now: timestamp(now) });
  return { trx, now, scope, uid, call, before: await listWishes(trx, scope, [uid]) };
}

/** One wish more, or another message to a team that was wished for before. */
export async function applyToTeam(
  { db, clock, keys }: Services,
  caller: Person,
  team: TeamScope,
  { message = '', language }: NewApplication,
  expected: number | undefined,
): Promise<OwnRow> {
  const now = clock.now();
  const { uid } = caller;
  return db.transaction(async (trx) => {
    const applying = await begin(trx, now, caller, team, [team.tid]);
    const { before, call } = applying;
    const open = before.filter(isOpen);
    const known = open.find(({ tid }) => tid === team.tid);
    if (expected !== undefined && known?.revision !== expected) return fail('stale');
    if (known === undefined && hasCall(call) && open.length >= call.wishes)
      return fail('too_many_applications', { detail: `People can apply to at most ${call.wishes} teams` });
    const wishes = [...new Set([...open.map(({ tid }) => tid), team.tid])];
    const { names } = await requireTeams(applying, [team.tid], 'none');
    // The questions of the team may be more than those that the person has answered.
    const forms = await askedForms(trx, team, wishes);
    const given = await answersBefore(trx, team, uid, forms);
    await saveApplicationAnswers(trx, team, { uid, now, keys, forms }, given);
    const wish = { tid: team.tid, wish: known?.wish ?? wishes.length, message };
    await send(applying, [wish], { names, language, isChanged: false });
    return (await findOwnApplication(trx, team, uid, timestamp(now))) ?? fail('internal');
  });
}

async function answersBefore(read: Reader, scope: ProjectScope, uid: string, forms: readonly { form: string }[]) {
  const stored = forms.length === 0 ? {} : ((await applicationAnswers(read, scope, [uid])).get(uid) ?? {});
  const asked = new Set(forms.map(({ form }) => form));
  return Object.fromEntries(Object.entries(stored).filter(([form]) => asked.has(form)));
}

/** Replaces the whole application: wishes that it does not name any more are withdrawn. */
export async function saveMyApplication(
  { db, clock, keys }: Services,
  caller: Person,
  scope: ProjectScope,
  { wishes, message = '', answers = {}, language }: NewMyApplication,
  expected: number | undefined,
): Promise<void> {
  const now = clock.now();
  const { uid } = caller;
  await db.transaction(async (trx) => {
    const applying = await begin(trx, now, caller, scope, wishes);
    const { before, call } = applying;
    if (expected !== undefined && revisionOf(before) !== expected) return fail('stale');
    if (wishes.length > call.wishes) failField('/wishes', `must be at most ${call.wishes}`);
    const { members, names } = await requireTeams(applying, wishes, 'each');
    const forms = await askedForms(trx, scope, wishes);
    const isChanged = await saveApplicationAnswers(trx, scope, { uid, now, keys, forms }, answers);
    const dropped = before.filter((wish) => isOpen(wish) && !wishes.includes(wish.tid)).map(({ tid }) => tid);
    await withdraw(applying, dropped);
    await send(
      applying,
      wishes.map((tid, index) => ({ tid, wish: index + 1, message })).filter(({ tid }) => !members.has(tid)),
      { names, language, isChanged },
    );
  });
}

/** Teams that the person has applied to already need not take applications any more. */
async function requireTeams({ trx, scope, uid, before }: Applying, tids: readonly string[], pointers: 'each' | 'none') {
  const teams = new Map((await findTeams(trx, scope, tids)).map((team) => [team.tid, team]));
  const pointerOf = (tid: string) => `/wishes/${tids.indexOf(tid)}`;
  requireNone(
    tids.flatMap((tid) => {
      const team = teams.get(tid);
      const isUnknown = team === undefined || (pointers === 'each' && team.disabled_at !== null);
      return isUnknown ? [{ pointer: pointerOf(tid), detail: 'is not a team of this project' }] : [];
    }),
  );
  const members = new Set((await listMemberships(trx, scope, [uid])).map(({ tid }) => tid));
  const isKept = (wish: WishRow) => isOpen(wish) || (wish.state === 'accepted' && members.has(wish.tid));
  const known = new Set(before.filter(isKept).map(({ tid }) => tid));
  for (const tid of tids) {
    const errors = pointers === 'each' ? { errors: [{ pointer: pointerOf(tid), detail: 'cannot be chosen' }] } : {};
    const team = teams.get(tid);
    if (team?.disabled_at !== null) fail('team_disabled', errors);
    const isNew = pointers === 'none' || !known.has(tid);
    if (isNew && team?.applications_open_at === null) fail('applications_closed', errors);
    if (isNew && members.has(tid)) fail('conflict', { detail: 'The person is already in the team', ...errors });
  }
  return { members, names: new Map([...teams].map(([tid, { name }]) => [tid, name])) };
}

type NewWish = { tid: string; wish: number; message: string };

type Sending = { names: ReadonlyMap<string, string>; language: string | undefined; isChanged: boolean };

/** Those that were sent before only change. */
async function send(applying: Applying, open: readonly NewWish[], { names, language, isChanged }: Sending) {
  const { trx, now, scope, uid, call, before } = applying;
  const at = timestamp(now);
  const revision = revisionOf(before) + 1;
  const known = new Map(before.map((wish) => [wish.tid, wish]));
  const fresh = open.filter(({ tid }) => !isOpenWish(known.get(tid)));
  await requireFewOpen(trx, uid, at, fresh.length);
  for (const { tid, wish, message } of open) {
    const row = { tid, uid, message, language: language ?? 'en', created_at: at, expires_at: expiryOf(call, now) };
    await upsertApplication(trx, scope, { ...row, wish, revision, pending: null, decided_at: null, decided_by: null });
  }
  // The answer is sent in the language of the page, if the person has not chosen one.
  if (language !== undefined) await setFirstLanguage(trx, uid, language);
  // Sending the same again only renews the application.
  const changed = open.filter((one) => {
    const old = known.get(one.tid);
    return isOpenWish(old) && (isChanged || old?.message !== one.message || old.wish !== one.wish);
  });
  await note(applying, 'sent', fresh);
  await note(applying, 'changed', changed);
  for (const { tid } of fresh) {
    await notifyDeciders(trx, now, teamOfRow({ pid: scope.pid, tid }), { uid, name: names.get(tid) ?? '' });
  }
}

const isOpenWish = (wish: WishRow | undefined): boolean => wish !== undefined && isOpen(wish);

async function requireFewOpen(trx: Trx, uid: string, at: string, more: number): Promise<void> {
  if (more === 0) return;
  const open = await listOwnApplications(trx, uid, { now: at, limit: 200, after: undefined });
  if (open.length + more > maxOpen)
    fail('too_many_applications', { detail: `At most ${maxOpen} applications can be open at a time` });
}

/**
 * At most one notice per day, applicant and recipient, even if they withdraw and apply again. The occasion is hashed
 * because it outlives the account.
 */
async function notifyDeciders(trx: Trx, now: Date, team: TeamScope, applicant: { uid: string; name: string }) {
  const { pid, tid } = team;
  const deciders = await chiefsOrOwners(trx, { ...team, actor: applicant.uid, now });
  const occasion = sha256(`${applicant.uid} ${timestamp(now).slice(0, 10)}`);
  const notice = {
    kind: 'application.received',
    pid,
    subject: tid,
    values: { team: applicant.name },
    occasion,
  } as const;
  await notify(
    trx,
    { actor: applicant.uid, now },
    deciders.map((uid) => ({ ...notice, uid })),
  );
}

type Verb = 'sent' | 'changed' | 'withdrawn';

const note = ({ trx, now, scope: { pid }, uid }: Noted, verb: Verb, wishes: readonly { tid: string }[]) =>
  recordAll(
    trx,
    now,
    wishes.map(({ tid }) => ({ actor: uid, kind: `application.${verb}` as const, subject: uid, pid, detail: { tid } })),
  );

type Noted = Pick<Applying, 'trx' | 'now' | 'scope' | 'uid'>;
type Withdrawing = Noted & Pick<Applying, 'before'>;

async function withdraw({ before, ...withdrawing }: Withdrawing, tids: readonly string[]): Promise<void> {
  if (tids.length === 0) return;
  const { trx, scope, uid } = withdrawing;
  const taken = await withdrawWishes(trx, scope, { uid, tids, revision: revisionOf(before) + 1 });
  await note(withdrawing, 'withdrawn', taken);
}

type Request = { pid: string; tid: string; uid: string; created_at: string };

/** Nobody has to decide any more, so the notices that asked for it end. Of several on one day, the first sent it. */
export const endRequests = (trx: Trx, { pid, tid: subject, uid, created_at }: Request): Promise<void> =>
  withdrawNotices(trx, {
    kind: 'application.received',
    pid,
    subject,
    since: new Date(created_at.slice(0, 10)),
    actor: uid,
  });

/** People can withdraw their application also after the call has closed. */
export async function withdrawApplication(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  caller: Person,
  scope: ProjectScope,
  tid?: string,
): Promise<void> {
  const now = clock.now();
  const { uid } = caller;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const before = await listWishes(trx, scope, [uid]);
    const tids = before.filter((wish) => isOpen(wish) && (tid ?? wish.tid) === wish.tid).map((wish) => wish.tid);
    await withdraw({ trx, now, scope, uid, before }, tids);
  });
}

/** Without answers that are no longer asked for, so that the application can be sent again as it is; all to begin again with. */
const answersOf = async (read: Reader, scope: ProjectScope, uid: string, wishes: readonly string[]) =>
  wishes.length === 0
    ? ((await applicationAnswers(read, scope, [uid])).get(uid) ?? {})
    : answersBefore(read, scope, uid, await askedForms(read, scope, wishes));

type Own = { revision: number; application: MyApplication };

/** The application as the person may see it: what is decided quietly is not in it. */
export async function myApplication(
  read: Reader,
  { scope, uid, now, archived }: { scope: ProjectScope; uid: string; now: Date; archived: boolean },
): Promise<Own> {
  const at = timestamp(now);
  const all = await listWishes(read, scope, [uid]);
  const shown = all.map((wish) => ({ ...wish, state: isLapsed(wish, at) ? ('lapsed' as const) : wish.state }));
  const active = shown.filter((wish) => isOpen(wish) || wish.state === 'accepted');
  const wishes = active.map(({ tid }) => tid);
  const call = await findCall(read, scope);
  const sent = shown.map(({ created_at }) => created_at).toSorted();
  return {
    revision: revisionOf(all),
    application: {
      pid: scope.pid,
      state: stateOf(shown.map(({ state }) => state)),
      wishes,
      message: (active[0] ?? shown[0])?.message ?? '',
      answers: await answersOf(read, scope, uid, wishes),
      teams: shown.map(({ tid, team: name, state }) => ({ tid, name, state })),
      applied_at: sent[0] ?? null,
      rights: {
        apply: !archived && isCallOpen(call, at) && expiryOf(call, now) > at,
        withdraw: active.some(isOpen),
      },
    },
  };
}
