import { holds, teamsLedBy } from '../../../auth/project-role.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import { readableSince } from '../../../db/applications.ts';
import type { Db, Reader } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import { dayRange } from '../../../lib/time.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { incompleteIn } from '../../checklist/duties.service.ts';
import { audienceOf } from '../../forms/audience/audience.policy.ts';
import { mayKnowOf } from '../../forms/forms.policy.ts';
import { peopleWithoutHours } from '../../hours/statement/statement.service.ts';
import { visibleAudience } from '../../roster/people/people.policy.ts';
import { ledTeams, settledBefore } from '../messages.policy.ts';
import { countAudience, findForm, listAudience, listTasks, listTeamIds, timezoneOf } from './audience.queries.ts';
import type { Selection } from './audience.queries.ts';
import type { AudiencePreview, MessageAudience } from './audience.schema.ts';

/** Who writes, and when, with the roles that they have at this moment. */
export type Sender = { uid: string; role: ProjectRole; now: Date };

const firstShown = 20;

/** Refuses conditions that the sender may not use. Undefined if there is no condition: then nobody is meant. */
export async function selectionOf(
  read: Reader,
  { uid, role, now }: Sender,
  audience: MessageAudience,
): Promise<Selection | undefined> {
  const led = ledTeams(role);
  if (led !== undefined && audience.everyone === true)
    return fail('forbidden', { detail: 'Only owners can write to everyone in the project' });
  if (led !== undefined && audience.thanks === true)
    return fail('forbidden', { detail: 'Only owners can thank everyone who helped' });
  if (led !== undefined && audience.open_loans === true)
    return fail('forbidden', { detail: 'Only owners can write to everyone who borrowed something' });
  await requireTeams(read, role, led, audience.tids);
  const applications = await applicationsOf(read, role, audience, now);
  await requireTasks(read, role, led, audience.tasks);
  const { roles, tids, tasks, uids, tags, day, without_tasks: withoutTasks } = audience;
  const answer = await answerOf(read, role, audience);
  const borrowing = audience.open_loans;
  const flags = [audience.everyone, withoutTasks, audience.thanks, borrowing, audience.incomplete];
  const conditions = [roles, tids, tasks, uids, tags, day, answer, applications];
  if (!flags.includes(true) && conditions.every((one) => one === undefined)) return undefined;
  const range = day === undefined ? {} : dayRange(day, await timezoneOf(read, role.scope));
  const busy = withoutTasks === true || day !== undefined ? { some: withoutTasks !== true, ...range } : undefined;
  const thanks = audience.thanks === true ? { without: await peopleWithoutHours(read, role.scope) } : undefined;
  return {
    without: uid,
    led,
    settled: settledBefore(now),
    roles,
    tids,
    tasks,
    uids,
    tags,
    answer,
    applications,
    busy,
    thanks,
    borrowing,
  };
}

async function requireTeams(
  read: Reader,
  role: ProjectRole,
  led: readonly string[] | undefined,
  tids: readonly string[] | undefined,
): Promise<void> {
  if (tids === undefined) return;
  if (led !== undefined && tids.some((tid) => !led.includes(tid)))
    return fail('forbidden', { detail: 'Chiefs can only write to people in their own teams and tasks' });
  const known = new Set(await listTeamIds(read, role.scope, tids));
  refuseUnknown('/audience/tids', tids, (tid) => known.has(tid), 'is not a team of this project');
}

/** Chiefs write to people who apply to their teams. */
async function applicationsOf(
  read: Reader,
  role: ProjectRole,
  { applications }: MessageAudience,
  now: Date,
): Promise<Selection['applications']> {
  if (applications === undefined) return undefined;
  const { state, tid } = applications;
  const own = holds(role, 'recruiting') ? undefined : teamsLedBy(role);
  if (own?.length === 0 || (tid !== undefined && own?.includes(tid) === false))
    return fail('forbidden', { detail: 'Chiefs write to people who apply to their teams' });
  if (tid !== undefined) {
    const known = await listTeamIds(read, role.scope, [tid]);
    if (known.length === 0) failField('/audience/applications/tid', 'is not a team of this project');
  }
  return { state, tids: tid === undefined ? own : [tid], since: readableSince(now) };
}

async function requireTasks(
  read: Reader,
  role: ProjectRole,
  led: readonly string[] | undefined,
  tasks: readonly string[] | undefined,
): Promise<void> {
  if (tasks === undefined) return;
  const known = new Map((await listTasks(read, role.scope, tasks)).map(({ id, tid }) => [id, tid]));
  const isLed = (id: string) => led?.includes(known.get(id) ?? '') ?? true;
  if (!tasks.every(isLed))
    return fail('forbidden', { detail: 'Chiefs can only write to people in their own teams and tasks' });
  refuseUnknown('/audience/tasks', tasks, (id) => known.has(id), 'is not a task of this project');
}

function refuseUnknown(
  pointer: string,
  list: readonly string[],
  isKnown: (one: string) => boolean,
  detail: string,
): void {
  const unknown = list.findIndex((one) => !isKnown(one));
  if (unknown !== -1) failField(`${pointer}/${unknown}`, detail);
}

async function answerOf(read: Reader, role: ProjectRole, { form }: MessageAudience): Promise<Selection['answer']> {
  if (form === undefined) return undefined;
  const found = await findForm(read, role.scope, form.slug);
  if (found === undefined || !mayKnowOf(role, found, false))
    return failField('/audience/form/slug', 'is not a form of this project');
  // Those who write to everybody also reach people who have answered and whom the form no longer asks.
  const everyAnswer = holds(role, 'writer') && form.answered;
  const sight = { ...role, owner: holds(role, 'writer') };
  const asked = everyAnswer ? undefined : visibleAudience(sight, audienceOf(found));
  return { form: form.slug, answered: form.answered, asked };
}

/** The same with the condition whose people depend on private data. */
async function fullSelectionOf(
  read: Reader,
  keys: Keyring,
  sender: Sender,
  audience: MessageAudience,
): Promise<Selection | undefined> {
  const selection = await selectionOf(read, sender, audience);
  if (selection === undefined || audience.incomplete !== true) return selection;
  return { ...selection, incomplete: await incompleteIn(read, keys, sender.role.scope, sender.now) };
}

/** `named`: false for a credential that may write to people but not list them. */
export async function previewAudience(
  { db: { read }, keys }: { db: Pick<Db, 'read'>; keys: Keyring },
  sender: Sender,
  audience: MessageAudience,
  named: boolean,
): Promise<AudiencePreview> {
  const selection = await fullSelectionOf(read, keys, sender, audience);
  if (selection === undefined) return { count: 0, includes_caller: false, people: [] };
  const { scope } = sender.role;
  const count = await countAudience(read, scope, selection);
  return {
    count,
    includes_caller: (await countAudience(read, scope, { ...selection, without: '' })) > count,
    people: named ? await listAudience(read, scope, selection, firstShown) : [],
  };
}

/** The people of the audience now, by name. Empty is an error. */
export async function recipientsOf(
  read: Reader,
  keys: Keyring,
  sender: Sender,
  audience: MessageAudience,
): Promise<string[]> {
  const selection = await fullSelectionOf(read, keys, sender, audience);
  const people = selection === undefined ? [] : await listAudience(read, sender.role.scope, selection);
  return people.length === 0 ? fail('empty_audience') : people.map(({ uid }) => uid);
}

/** Whether the sender can write to this person. */
export async function canReach(read: Reader, { uid: without, role, now }: Sender, uid: string): Promise<boolean> {
  const selection = { without: '', led: ledTeams(role), settled: settledBefore(now), uids: [uid] };
  return uid === without || (await listAudience(read, role.scope, selection, 1)).length > 0;
}
