import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { createDisclosureWorld } from './support/world/disclosure.ts';
import { createPerson, createTeam } from './support/factories.ts';
import { operationsOf, requestIn } from './support/operations.ts';
import { stateOf } from './support/world/world-state.ts';
import { createCaller, createCrew } from './support/world.ts';
import { createWorld } from './support/world/create-world.ts';
import type { Caller } from './support/world.ts';
import type { World } from './support/world/world-types.ts';

const muster = useApp();

const setState = ({ pid }: { pid: string }, state: 'draft' | 'public' | 'archived', name = 'World') =>
  muster.db.transaction((trx) => trx.updateTable('projects').set({ state, name }).where('pid', '=', pid).execute());

const inProject = ({ path }: { path: string }) => /^\/api\/(projects|me\/listings)\/\{pid\}/.test(path);

/**
 * The export has everything that is stored about its person; people who got an invitation before see by which project, and those who
 * got a message can read it again. A certificate that was issued can be checked by everybody who has it.
 */
const shownOnPurpose = new Set(['export_me', 'list_own_invitations', 'get_received_message', 'verify_certificate']);

test('every route of a draft answers 404 to everybody else, and no other route tells its name', async () => {
  const name = 'Unannounced event';
  const found: string[] = [];
  for (const role of ['visitor', 'volunteer', 'member', 'chief', 'other_chief', 'other_owner'] as const) {
    const world = await createWorld(muster, role);
    await setState(world, 'draft', name);
    for (const operation of operationsOf(muster)) {
      if (!inProject(operation) && operation.method !== 'GET') continue;
      const { statusCode, body } = await muster.app.inject(requestIn(world, operation));
      const expected = role === 'visitor' ? [401, 404] : [404];
      const isHidden = !inProject(operation) || expected.includes(statusCode);
      const isQuiet = shownOnPurpose.has(operation.operationId) || !body.includes(name);
      if (!isHidden || !isQuiet) found.push(`${operation.operationId} as ${role}: ${statusCode}`);
    }
  }
  expect(found).toEqual([]);
});

/** What people may always do: leave, take back what they gave, stop what runs, and open the project again. */
const alwaysAllowed = new Set([
  'update_project',
  'delete_project',
  'delete_own_response',
  'withdraw_consent',
  'withdraw_application',
  'withdraw_my_application',
  'leave_task',
  'set_own_listing',
  'cancel_message',
  'remove_chat_channel',
  'remove_webhook',
  'remove_group_server',
  'remove_synced_group',
  'choose_my_groups',
  'revoke_device',
  'revoke_service_account',
  'end_grant',
  // Claims are paid, and years linked, after the event.
  'share_bank_for_claim',
  'unshare_bank_for_claim',
  'set_series',
  // Certificates and thanks are for afterwards.
  'set_thanks_page',
  'change_thanks_name',
  'set_own_thanks',
  'delete_own_thanks',
  'set_certificate_settings',
  'issue_all_certificates',
  'issue_certificate',
  'revoke_certificate',
  // For devices, which cannot do it either.
  'send_scans',
  'create_project_calendar',
  'delete_project_calendar',
  'create_team_calendar',
  'delete_team_calendar',
  // They only count and show.
  'preview_audience',
  'preview_message',
]);

test('nothing in an archived project can be changed by its owner, except what people may always do', async () => {
  const changed: string[] = [];
  for (const operation of operationsOf(muster)) {
    if (!inProject(operation) || operation.method === 'GET' || alwaysAllowed.has(operation.operationId)) continue;
    const world = await createWorld(muster, 'owner');
    await setState(world, 'archived');
    const before = await stateOf(muster.db, world);
    const { statusCode, body } = await muster.call(requestIn(world, operation));
    if (
      statusCode !== 409 ||
      JSON.parse(body).code !== 'project_archived' ||
      (await stateOf(muster.db, world)) !== before
    )
      changed.push(`${operation.operationId}: ${statusCode}`);
  }
  expect(changed).toEqual([]);
});

test('an invitation to own a project cannot be accepted while it is archived', async () => {
  const world: World = await createWorld(muster, 'volunteer');
  await muster.db.transaction((trx) =>
    trx.updateTable('invitations').set({ role: 'owner' }).where('id', '=', world.invitation).execute(),
  );
  const accept = async () => {
    const url = `/api/me/invitations/${world.invitation}/acceptance`;
    const { statusCode } = await muster.call({ method: 'PUT', url, headers: world.headers });
    const owned = muster.db.read.selectFrom('project_owners').select('uid').where('pid', '=', world.pid);
    return [statusCode, (await owned.where('uid', '=', world.caller).execute()).length];
  };
  await setState(world, 'archived');
  expect(await accept()).toEqual([409, 0]);
  await setState(world, 'public');
  expect(await accept()).toEqual([204, 1]);
});

test('consent can be withdrawn in an archived project, and ends when a project becomes a draft', async () => {
  const world = await createDisclosureWorld(muster);
  const travel = await world.createForm();
  const [archived, drafted] = [await world.newMember(), await world.newMember()];
  for (const who of [archived, drafted]) {
    await world.keep(who);
    expect((await world.put(who, travel)).statusCode).toBe(200);
  }
  const patch = async (state: string) => {
    const url = `/api/projects/${world.pid}`;
    const answer = await muster.call({ method: 'PATCH', url, headers: world.owner.headers, payload: { state } });
    expect(answer.statusCode).toBe(200);
  };
  const consents = async (who: Caller) =>
    (await muster.call({ url: '/api/me/consents', headers: who.headers })).json().data.length;
  await patch('archived');
  expect((await world.as(archived, 'DELETE', `forms/${travel.form}/response/consent`)).statusCode).toBe(204);
  expect([await consents(archived), await consents(drafted)]).toEqual([0, 1]);
  // People cannot see a draft, so they could not withdraw their consent there.
  await patch('draft');
  expect(await consents(drafted)).toBe(0);
  expect((await world.look(travel)).json().data.filter((one: { value?: unknown }) => one.value != null)).toEqual([]);
  const ended = muster.db.read.selectFrom('audit').select('subject').where('kind', '=', 'consent.ended');
  expect(await ended.where('pid', '=', world.pid).execute()).toEqual([{ subject: drafted.uid }]);
});

test('chiefs do not learn from forms that somebody is in another team', async () => {
  const crew = await createCrew(muster);
  const { as, owner, chief, member, pid } = crew;
  await createTeam(muster, pid, { tid: 'secret', chiefs: [member] });
  const make = async (form: string, more: object) =>
    expect(
      (await as(owner, 'POST', 'forms', { form, title: form, kind: 'shirt_size', enabled: true, ...more })).statusCode,
    ).toBe(201);
  await make('for-all', {});
  await make('for-secret', { tids: ['secret'] });
  await make('for-chiefs', { audience: 'chiefs' });
  await make('for-both', { tids: ['secret', 'venue'] });
  const titles = (forms: { form: string }[]) => forms.map(({ form }) => form).toSorted();
  const missing = async (who: Caller) => {
    const { data } = (await as(who, 'GET', 'people?q=mia')).json();
    return titles(data[0].missing_forms);
  };
  const everything = ['for-all', 'for-both', 'for-chiefs', 'for-secret'];
  expect(await missing(owner)).toEqual(everything);
  expect(await missing(chief)).toEqual(['for-all', 'for-both']);
  const found = async (who: Caller, form: string, answered: boolean) =>
    (await as(who, 'GET', `people?q=mia&form=${form}&answered=${answered}`)).json().data.length;
  for (const form of everything) expect(await found(owner, form, false)).toBe(1);
  for (const form of everything) expect(await found(chief, form, false), form).toBe(/all|both/.test(form) ? 1 : 0);

  for (const form of everything)
    expect(
      (await as(member, 'PUT', `forms/${form}/response`, { answers: { size: 'M', cut: 'fitted' } })).statusCode,
    ).toBe(200);
  const answered = async (who: Caller) => titles((await as(who, 'GET', `people/${member.uid}`)).json().answered_forms);
  expect(await answered(owner)).toEqual(everything);
  expect(await answered(chief)).toEqual(['for-all', 'for-both']);
  for (const form of everything) expect(await found(chief, form, true), form).toBe(/all|both/.test(form) ? 1 : 0);
  // A disabled form is for owners only.
  await as(owner, 'PATCH', 'forms/for-all', { enabled: false });
  expect(await answered(chief)).toEqual(['for-both']);
});

test('pickers show teams only if the listing does, or to owners and people of the team', async () => {
  const crew = await createCrew(muster);
  const { as, owner, chief, otherChief, pid } = crew;
  const hidden = await createPerson(muster, { name: 'Zelda Hidden', listing: 'hidden' });
  const optedOut = await createCaller(muster, 'Zelda Unlisted');
  const listed = await createPerson(muster, { name: 'Zelda Listed' });
  await createTeam(muster, pid, { tid: 'care', name: 'Care', members: [hidden, optedOut, listed] });
  const url = `/api/me/listings/${pid}`;
  await muster.call({ method: 'PUT', url, headers: optedOut.headers, payload: { listed: false } });
  type Found = { name: string; email_hint: string | null; teams: { team: string }[] };
  const shown = ({ name, email_hint: hint, teams }: Found) => [name, hint !== null, teams.map(({ team }) => team)];
  const candidates = async (who: Caller) => (await as(who, 'GET', 'candidates?q=zelda')).json().data.map(shown);
  const users = async (who: Caller) =>
    (await muster.call({ url: '/api/users?q=zelda', headers: who.headers })).json().data.map(shown);
  const toOthers = [
    ['Zelda Hidden', false, []],
    ['Zelda Listed', true, ['Care']],
    ['Zelda Unlisted', true, []],
  ];
  const toOwners = toOthers.map(([name]) => [name, true, ['Care']]);
  expect(await candidates(otherChief)).toEqual(toOthers);
  expect(await candidates(owner)).toEqual(toOwners);
  expect((await users(chief)).slice(1)).toEqual(toOthers.slice(1));
  expect((await users(owner)).slice(1)).toEqual(toOwners.slice(1));
  await createTeam(muster, pid, { tid: 'both', members: [hidden], chiefs: [otherChief] });
  const [first] = await candidates(otherChief);
  expect(first).toMatchObject(['Zelda Hidden', true, [expect.not.stringMatching('Care')]]);
});
