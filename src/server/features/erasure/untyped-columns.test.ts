import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createPerson, createProject } from '../../../../test/support/factories.ts';
import { plantRows } from '../../../../test/support/planted/planted-rows.ts';
import { textColumns } from '../../../../test/support/planted/planted.ts';
import { createWorld } from '../../../../test/support/world/create-world.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { World } from '../../../../test/support/world/world-types.ts';
import { newId } from '../../lib/secrets.ts';
import { eraseAgain } from './erasure.service.ts';

const muster = useApp();

type Row = Record<string, unknown>;

/** Identifiers of the rows themselves, digests, and times, which are text on SQLite only. */
const isSomethingElse = (name: string): boolean => /(?:^id|_hash|^at|_at|_on|_since|_through|_after|until)$/.test(name);

/** A value with the identifier, in the shape of what is there: inside of JSON, or alone. */
function withId(current: unknown, uid: string, { uid: member, caller }: World): string {
  if (typeof current !== 'string' || !/^[[{]/.test(current)) return uid;
  const replaced = current.replaceAll(member, uid).replaceAll(caller, uid);
  if (replaced !== current) return replaced;
  const parsed: unknown = JSON.parse(current);
  return JSON.stringify(Array.isArray(parsed) ? [...parsed, uid] : { ...Object(parsed), uid });
}

/** Writes a value into one row. False if the database refuses it: a reference, or one of a fixed list of values. */
async function plantId(table: string, name: string, value: string, row: Row): Promise<boolean> {
  const same = Object.entries(row)
    .filter(([, cell]) => typeof cell === 'string')
    .map(([column, cell]) => sql`${sql.ref(column)} = ${cell}`);
  const target = sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value} where ${sql.join(same, sql` and `)}`;
  try {
    await muster.db.transaction((trx) => target.execute(trx));
    return true;
  } catch {
    return false;
  }
}

const rowsOf = async (table: string): Promise<Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)}`.execute(muster.db.read)).rows;

/** A row in every table. */
async function fill(world: World): Promise<void> {
  const { pid, uid } = world;
  const at = muster.clock.now().toISOString();
  await muster.db.transaction(async (trx) => {
    const mark = () => newId(muster.clock.now());
    await plantRows({ trx, world, mark, keep: (_, value) => value }, muster.clock.now());
    await trx.insertInto('certificate_settings').values({ pid, text: '' }).execute();
    await trx.insertInto('helpers').values({ pid, uid, created_at: at }).execute();
    await trx.insertInto('project_pictures').values({ pid, type: 'image/png', base64: '' }).execute();
    const kind = await trx.selectFrom('task_kinds').select('id').where('pid', '=', pid).executeTakeFirstOrThrow();
    const skill = await trx.selectFrom('skills').select('id').where('pid', '=', pid).executeTakeFirstOrThrow();
    await trx.insertInto('task_kind_skills').values({ kind_id: kind.id, skill_id: skill.id }).execute();
    const change = { at, pid: null, kind: 'person.created', revision: null, uid };
    await muster.db.handle.changes.append(trx, [{ ...change, subject: JSON.stringify({ uid }) }]);
  });
}

/** Columns that never hold the identifier of a person, with the reason. A new column is erased, or gets here. */
const withoutIds: Record<string, string> = {
  'an identifier of something else':
    'budgets.code claim_file_parts.key_id claim_files.hash claims.form payout_transfers.key_id ' +
    'audit.pid audit.token certificates.number chat_channels.key_id group_servers.key_id synced_groups.digest synced_people.remote_id document_signatures.hash document_signatures.lineage ' +
    'document_versions.hash documents.hash documents.lineage form_responses.key_id forms.form hand_out_codes.key_id imports.form imports.teams legacy_ids.legacy_id legacy_ids.local_id legacy_ids.source legacy_ids.kind ' +
    'left_tasks.task_id not_me_links.passkey_id notices.mail_key notices.subject payments.form private_data.key_id ' +
    'project_keys.key_id removed_tasks.task_id removed_tasks.tid teams.tid webhooks.key_id',
  'what somebody else wrote':
    'budgets.name claim_lines.amount_text claim_lines.what claims.note money_settings.payer_name payouts.title ' +
    'announcements.body announcements.title api_tokens.name applications.message applications.note ask_again.note certificate_settings.text ' +
    'certificates.name certificates.reason chat_channels.name devices.name ' +
    'document_versions.body document_versions.changes documents.title email_changes.new_email ' +
    'email_changes.old_email form_responses.answers forms.description forms.fields forms.title ' +
    'given_hand_outs.reason given_hand_outs.variant grants.reason guardians.email guardians.name hand_outs.name identities.email identities.subject invitations.email invitations.name ' +
    'join_requests.note left_tasks.title messages.body messages.reply_address messages.reply_to ' +
    'messages.subject notices.detail notices.previous passkeys.name payments.batch people.email people.intro ' +
    'people.name people.resume people.sort_key person_tags.tag person_tags.tag_key person_words.word places.map_url places.name past_invitations.email past_invitations.name ' +
    'projects.description projects.name projects.picture_alt projects.place removed_tasks.title ' +
    'service_accounts.name sessions.device skills.description skills.name task_kinds.briefing task_kinds.name ' +
    'task_series.definition task_series.title tasks.briefing tasks.category tasks.description tasks.title ' +
    'person_notes.note offers.search_key offers.skills offers.teams offers.text thanks_names.name thanks_names.sort_key thanks_pages.text teams.description teams.mailing_list teams.name teams.public_description teams.sort_key thing_events.reason ' +
    'rooms.name rooms.sort_key synced_groups.target translations.source translations.text things.barcode things.label things.sort_key ' +
    'traffic_subsidies.location traffic_subsidies.sort_key work.reason work.title',
  'the teams and the credential of a maker, who is in a column of their own':
    'allocations.made_with applications.made_with certificate_batches.made_with chat_channels.made_with devices.made_with group_servers.made_with ' +
    'imports.made_with invitations.made_with messages.made_with service_accounts.made_with webhooks.made_with',
  'a choice, or a list of teams, tasks, kinds or languages':
    'budgets.currency claim_files.type claim_lines.date claims.currency money_settings.travel_budget payouts.currency ' +
    'allocations.request api_tokens.scopes applications.language audit.kind availabilities.preferred_kinds ' +
    'availabilities.preferred_teams availabilities.unavailable certificate_settings.languages ' +
    'certificates.language chat_channels.language chat_channels.tasks_seen chat_channels.topics chores.name synced_groups.audience ' +
    'devices.tids documents.kind_ids exchange_credentials.scopes forms.audience_tids forms.kind guardians.language hand_outs.audience hand_outs.earned ' +
    'hand_outs.stock hand_outs.variant_field invitations.language past_invitations.tid rooms.nights ' +
    'notice_settings.mail notice_settings.push notice_settings.quiet_ends notice_settings.quiet_starts ' +
    'notice_settings.timezone notices.kind outbox.kind passkeys.transports payments.currency people.language ' +
    'project_pictures.type translations.field translations.language projects.colour projects.minors_latest_end projects.picture projects.subsidy_currency projects.timezone ' +
    'service_accounts.scopes webhooks.kinds',
  'counts, or how something went':
    'allocations.summary chat_channels.disabled_for chat_channels.outcome chores.last_error ' +
    'group_servers.disabled_for group_servers.outcome message_recipients.reason outbox.last_error sync_log.outcome synced_groups.outcome synced_people.refused scans.correction scans.result webhooks.disabled_for',
  'a key, a sealed value or an address on another server':
    'claim_file_parts.sealed money_settings.payer_bic money_settings.payer_iban payout_transfers.sealed ' +
    'api_tokens.prefix chat_channels.hint chat_channels.url erased_people.hmac group_servers.secrets group_servers.url exchange_credentials.username hand_out_codes.code ' +
    'idempotency_keys.answer idempotency_keys.key identities.issuer outbox.lane outbox.payload passkeys.credential_id imports.lines invitations.phone invitations.tags ' +
    'passkeys.public_key private_data.fields project_keys.private_key project_keys.public_key ' +
    'project_pictures.base64 push_subscriptions.auth push_subscriptions.endpoint push_subscriptions.p256dh ' +
    'rate_limits.key service_tokens.prefix webhooks.secrets webhooks.url',
  'of a claim, which is erased with those who wrote it or whose claim it is': 'claim_steps.note',
  'of changes and deliveries about the person, which have the identifier in a column of its own':
    'changes.kind changes.subject webhook_deliveries.body webhook_deliveries.kind webhook_deliveries.outcome',
  'of entries by or about the person only, which are replaced together': 'audit.detail',
  'the subject of a job, which is never a person': 'outbox.key',
  'a time': 'on_site.since people.made_before room_moves.night room_places.night synced_groups.checked_on',
  'of a link that expires within an hour': 'sign_in_links.email sign_in_links.next_path',
};

test('after an erasure no column has the identifier of the person', async () => {
  const world = await createWorld(muster, 'owner');
  await fill(world);
  const planted = new Map<string, string>();
  const empty = new Set<string>();
  for (const [index, { table, name }] of (await textColumns(muster.db)).entries()) {
    if (isSomethingElse(name)) continue;
    const rows = await rowsOf(table);
    const row = rows[index % rows.length];
    if (row === undefined) {
      empty.add(table);
      continue;
    }
    // Before there is such a person: references to people are refused, which the database takes care of itself.
    const uid = newId(muster.clock.now());
    if (!(await plantId(table, name, withId(row[name], uid, world), row))) continue;
    await createPerson(muster, { uid });
    planted.set(`${table}.${name}`, uid);
  }
  expect([...empty]).toEqual([]);
  expect([...planted.keys()]).toEqual(
    expect.arrayContaining(['messages.audience', 'notices.occasion', 'certificate_batches.position']),
  );
  const uids = new Set(planted.values());
  expect(await eraseAgain(muster.services, (uid) => uids.has(uid))).toBe(uids.size);
  const left = new Set<string>();
  for (const [column, uid] of planted) {
    const [table = '', name = ''] = column.split('.');
    const rows = await rowsOf(table);
    if (rows.some((row) => String(row[name]).includes(uid))) left.add(column);
  }
  expect([...left.difference(new Set(Object.values(withoutIds).join(' ').split(' ')))]).toEqual([]);
});

const erase = (uid: string): Promise<number> => eraseAgain(muster.services, (one) => one === uid);

test('certificates that are being made for everybody go on where they were', async () => {
  const [before, erased] = [await createPerson(muster), await createPerson(muster)];
  const pid = await createProject(muster);
  const at = muster.clock.now().toISOString();
  const batch = {
    id: newId(muster.clock.now()),
    pid,
    state: 'running' as const,
    created_by: before.uid,
    created_at: at,
  };
  await muster.db.transaction((trx) =>
    trx
      .insertInto('certificate_batches')
      .values({ ...batch, position: erased.uid, total: 2 })
      .execute(),
  );
  await erase(erased.uid);
  const row = muster.db.read.selectFrom('certificate_batches').select('position').where('id', '=', batch.id);
  expect(await row.executeTakeFirst()).toEqual({ position: before.uid });
});

test('a message to an erased person alone is for nobody, not for everybody', async () => {
  const crew = await createCrew(muster);
  const message = { audience: { uids: [crew.member.uid] }, subject: 'Hello', body: 'Hello' };
  const { id } = (await crew.as(crew.owner, 'POST', 'messages', message)).json();
  await erase(crew.member.uid);
  const { audience } = (await crew.as(crew.owner, 'GET', `messages/${id}`)).json();
  expect(audience).toEqual({ uids: [expect.stringMatching(/^erased/)] });
  expect((await crew.as(crew.owner, 'POST', 'messages/audience', { audience })).json()).toMatchObject({ count: 0 });
});
