import { expect, test } from 'vitest';
import { changeKinds } from '../src/server/features/changes/kinds.policy.ts';
import { useApp } from './support/app.ts';
import { operationsOf, requestIn } from './support/operations.ts';
import type { Operation } from './support/operations.ts';
import { createWorld } from './support/world/create-world.ts';
import type { World } from './support/world/world-types.ts';

const muster = useApp();

const signIn = 'how a person signs in is nobody else’s business';
const secret = 'needs a secret from a mail, a passkey or a provider; it is about signing in';
const own = 'private data is passed on through forms only';

const connection = 'how other systems are connected is for owners only';
const message = 'a message changes nothing in the project';
const calendar = 'who reads a calendar is no change of the project';
const offer = 'who offers help is for organisers who look for people, not for other systems';
const guardian = 'it would tell other systems who is a minor';
/** Routes that write no change, and why. */
const draft = 'nobody else knows of the claim yet';
const without: Record<string, string> = {
  set_own_listing: 'a choice of somebody outside changes nothing in the project',
  create_claim: draft,
  change_claim: draft,
  withdraw_claim: draft,
  add_claim_file: draft,
  delete_claim_file: draft,
  share_bank_for_claim: 'what is paid has changes of its own',
  unshare_bank_for_claim: 'what is paid has changes of its own',
  change_money_settings: 'it changes how claims are paid, not which',
  unmark_payout_paid: 'the payout of the world is not paid',
  request_sign_in_link: signIn,
  sign_out: signIn,
  unlink_identity: signIn,
  ask_passkey_sign_in: signIn,
  ask_confirmation: signIn,
  ask_new_passkey: signIn,
  remove_passkey: signIn,
  put_sign_in_rules: signIn,
  reset_passkeys: signIn,
  create_recovery_codes: signIn,
  create_exchange_credentials: signIn,
  revoke_token: signIn,
  remove_all_sessions: signIn,
  end_session: signIn,
  inspect_sign_in_link: secret,
  sign_in: secret,
  sign_in_with_code: secret,
  sign_in_with_passkey: secret,
  report_not_me: secret,
  visit_provider: secret,
  confirm_session: secret,
  add_passkey: secret,
  confirm_with_recovery_code: secret,
  exchange_token: secret,
  unsubscribe: secret,
  request_email_change: 'the address has not changed yet',
  change_task_series: 'the series has the tasks of its definition already',
  delete_task_series: 'the series of the world has no tasks',
  undo_planning_step: 'the step of the world changed nothing',
  create_allocation: 'a draft changes nothing',
  discard_allocation: 'a draft changes nothing',
  undo_allocation: 'the draft of the world changed nothing',
  set_certificate_settings: 'what certificates say concerns nobody else',
  confirm_attendance: 'the caller has no task to confirm',
  remove_waiting: 'nobody waits for a place',
  withdraw_offer: 'nobody offers a place',
  decline_offer: 'nobody offers a place',
  put_help_offer: offer,
  delete_help_offer: offer,
  invite_help_offers: 'the person of the world is in the project already',
  share_former_people: 'who asks people is a matter of the organisers',
  invite_former_people: 'the person of the world is in the project already',
  declare_skills: 'nothing new is declared',
  withdraw_skill: 'nobody has the skill',
  draft_rooms: 'a draft changes nothing',
  choose_room_mates: 'nobody else sees a wish',
  ask_room_swap: 'nothing changes before both agree',
  answer_room_swap: 'the swap of the world is declined',
  start_roll_call: 'who is on site has changes of its own; who was seen is for that day',
  mark_roll_call: 'who is on site has changes of its own; who was seen is for that day',
  create_device: connection,
  revoke_device: connection,
  create_service_account: signIn,
  renew_service_account: signIn,
  revoke_service_account: signIn,
  renew_token: signIn,
  put_bank: own,
  confirm_bank: own,
  put_address: own,
  put_dietary_habits: own,
  put_real_profile: own,
  put_contact: own,
  put_emergency: own,
  read_notices: 'only the person sees it',
  put_notice_settings: 'only the person sees it',
  add_chat_channel: connection,
  change_chat_channel: connection,
  remove_chat_channel: connection,
  test_chat_channel: connection,
  create_webhook: connection,
  change_webhook: connection,
  remove_webhook: connection,
  rotate_webhook_secret: connection,
  ping_webhook: connection,
  redeliver: connection,
  add_group_server: connection,
  change_group_server: connection,
  remove_group_server: connection,
  sync_group_server: connection,
  add_synced_group: connection,
  change_synced_group: connection,
  remove_synced_group: connection,
  create_message: message,
  change_message: message,
  delete_message: message,
  send_message: message,
  test_message: message,
  read_guardian_consent: guardian,
  answer_guardian_consent: guardian,
  preview_audience: message,
  preview_message: message,
  create_own_calendar: calendar,
  delete_own_calendar: calendar,
  create_project_calendar: calendar,
  delete_project_calendar: calendar,
  create_team_calendar: calendar,
  delete_team_calendar: calendar,
  add_push_subscription: signIn,
};

/** Routes whose change is tested elsewhere, because this world lacks what they need. */
const elsewhere: Record<string, string> = {
  replace_attendee: 'needs somebody who is on the task, and somebody else',
  ask_for_replacement: 'needs somebody who is on the task',
  issue_certificate: 'nobody of the world has hours',
  issue_all_certificates: 'nobody of the world has hours',
  make_payments: 'the form of the world pays nothing',
  undo_payment: 'the form of the world pays nothing',
  confirm_email_change: 'needs the secret of a mail',
  revert_email_change: 'needs the secret of a mail',
  cancel_message: 'the message of the world is a draft',
  resend_message: 'the message of the world is a draft',
  take_offer: 'nobody offers a place',
  answer_help_request: 'nobody was asked for help',
  check_in: 'the task of the world is not now',
  send_scans: 'only devices can',
  remove_push_subscription: 'the person of the world has none',
  remove_project_picture: 'the project of the world has none',
  publish_decisions: 'nothing was decided quietly in the world',
  import_people: 'people are invited after the response',
  import_responses: 'answers are saved after the response',
  remind_of_accounts: 'nobody in the world lacks an account for an approved claim',
  create_invitation_reminders: 'nobody in the world has waited for two days',
  name_guardian: 'nobody of the world is a minor',
  ask_guardian_again: 'nobody of the world is a minor',
};

/** What has to be done before, so that there is something to change. */
const before: Record<string, string[]> = {
  apply_to_team: ['withdraw_application'],
  save_my_application: ['withdraw_application'],
  remove_owner: ['add_owner'],
  enable_team: ['disable_team'],
  add_members: ['remove_member'],
  add_member: ['remove_member'],
  remove_chief: ['add_chief'],
  accept_application: ['remove_member'],
  remove_room: ['place_guests'],
  unplace_guest: ['place_guest'],
  leave_task: ['join_task'],
  offer_place: ['join_task'],
  mark_attendee: ['add_attendee'],
  remove_attendee: ['add_attendee'],
  delete_own_response: ['save_own_response'],
  withdraw_consent: ['save_own_response'],
  reinstate_user: ['suspend_user'],
  dismiss_administrator: ['appoint_administrator'],
};

const bodies: Record<string, object> = {
  apply_allocation: {},
  create_project: { pid: 'created', name: 'Created', timezone: 'UTC' },
  change_form: { title: 'Changed' },
  mark_attendee: { state: 'no_show' },
  create_skill: { name: 'Another skill' },
  offer_place: {},
};

const byAdministrators = new Set([
  'create_project',
  'choose_leading_project',
  'suspend_user',
  'reinstate_user',
  'appoint_administrator',
  'dismiss_administrator',
  'put_sign_in_rules',
  'reset_passkeys',
]);

const call = (world: World, operation: Operation) => {
  const payload = bodies[operation.operationId];
  const { url, ...request } = requestIn(world, operation);
  const search = operation.operationId === 'delete_project' ? '?force=true' : '';
  return muster.call({ ...request, url: `${url}${search}`, ...(payload === undefined ? {} : { payload }) });
};

async function prepare(world: World, { operationId }: Operation): Promise<void> {
  const operations = operationsOf(muster);
  for (const name of before[operationId] ?? []) {
    const step = operations.find((one) => one.operationId === name);
    if (step === undefined) throw new Error(`there is no operation ${name}`);
    const { statusCode } = await call(world, step);
    if (statusCode >= 300) throw new Error(`${name} answered ${statusCode}`);
  }
  const patch = (path: string, payload: object) =>
    muster.call({ method: 'PATCH', url: `/api/projects/${world.pid}${path}`, headers: world.headers, payload });
  if (operationId === 'delete_project') await patch('', { state: 'draft' });
  const inHours = (hours: number) => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();
  if (operationId === 'mark_attendee')
    await patch(`/tasks/${world.task}`, { starts_at: inHours(1), ends_at: inHours(2) });
  if (operationId === 'apply_to_team' || operationId === 'save_my_application')
    await patch('/teams/crew', { takes_applications: true });
}

const lastSeq = async (): Promise<number> => muster.db.handle.changes.completeUpTo();

test('every write adds to the change feed, or is listed with the reason why not', async () => {
  const seen = new Set<string>();
  const silent: string[] = [];
  const refused: string[] = [];
  for (const operation of operationsOf(muster).filter(({ method }) => method !== 'GET')) {
    const { operationId } = operation;
    if (elsewhere[operationId] !== undefined) continue;
    const world = await createWorld(muster, byAdministrators.has(operationId) ? 'administrator' : 'owner');
    await prepare(world, operation);
    const seq = await lastSeq();
    const { statusCode, body } = await call(world, operation);
    const rows = await muster.db.read.selectFrom('changes').select('kind').where('seq', '>', seq).execute();
    for (const { kind } of rows) seen.add(kind);
    if (rows.length === 0) silent.push(operationId);
    if (statusCode >= 300 && without[operationId] !== secret) refused.push(`${operationId}: ${body}`);
  }
  expect(refused).toEqual([]);
  expect(silent.toSorted()).toEqual(Object.keys(without).toSorted());
  const unseen = [...changeKinds.keys()].filter((kind) => !seen.has(kind)).toSorted();
  // Made by time, by leaving, by registering, in drafts, or by the routes of `elsewhere`.
  expect(unseen).toEqual([
    'answers.expired',
    'application.changed',
    'application.waiting',
    'applications.decided',
    'applications.expired',
    'applications.noted',
    'applications.published',
    'attendance.confirmed',
    'certificate.issued',
    'claim.changed',
    'claim.refused',
    'claim.returned',
    'claim.unpaid',
    'claim.withdrawn',
    'consent.ended',
    'handout.given',
    'help.answered',
    'helper.added',
    'helper.removed',
    'invitation.created',
    'listing.chosen',
    'offer.declined',
    'offer.withdrawn',
    'payment.made',
    'payment.undone',
    'person.created',
    'place.held',
    'place.released',
    'request.sent',
    'responses.expired',
    'site.entered',
    'site.left',
    'thing.lent',
    'thing.undone',
    'waiting.added',
    'waiting.removed',
  ]);
});
