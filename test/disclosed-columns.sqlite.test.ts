import { beforeAll, expect, test } from 'vitest';
import { allowedValues } from '../scripts/generate-tables.ts';
import { startTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';
import { operationsOf, requestIn } from './support/operations.ts';
import type { Operation } from './support/operations.ts';
import { foundIn, isReference, planter, textColumns } from './support/planted/planted.ts';
import type { PlantedWorld } from './support/planted/planted.ts';
import { paidForm } from './support/planted/planted-payments.ts';
import { secretForm } from './support/planted/planted-rows.ts';
import { isAbout, roles } from './support/world/world-types.ts';
import type { Role } from './support/world/world-types.ts';

type Disclosure = { route: string; role: Role; columns: string[] };

const disclosed: Disclosure[] = [];
const planted = new Set<string>();
const unplanted = new Set<string>();
let unions: ReadonlyMap<string, unknown> = new Map();

/** One database for each role: the reads see one world only, and after every write that succeeds there is a new one. */
beforeAll(async () => {
  for (const role of roles) {
    await using muster = await startTestApp({ env: { BACKUP_EVERY: '6h' } });
    // Times are recognised by their value, so the service must not produce new ones.
    using _still = muster.clock.freeze();
    const plant = await planter(muster);
    unions = await allowedValues(muster.db);
    const operations = operationsOf(muster).filter((operation) => isAbout(role, operation));
    const reading = await plant(role);
    for (const column of reading.marks.values()) planted.add(column.replace('own ', ''));
    for (const { table, name } of await textColumns(muster.db))
      if (!isReference(name)) unplanted.add(`${table}.${name}`);
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      await disclose(muster, operation, role, reading);
      if (!operation.path.includes('{form}')) continue;
      for (const form of [secretForm, paidForm])
        await disclose(muster, operation, role, { ...reading, world: { ...reading.world, form } });
    }
    let writing = await plant(role);
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      const { world, marks } = writing;
      const form = operation.path.includes('/payments') ? paidForm : world.form;
      const status = await disclose(muster, operation, role, { world: { ...world, form }, marks });
      if (status < 400) writing = await plant(role);
    }
  }
  for (const column of planted) unplanted.delete(column);
});

/** Not through `call`: what the document does not allow must be found by its value, too. */
async function disclose(
  { app }: TestApp,
  operation: Operation,
  role: Role,
  { world, marks }: PlantedWorld,
): Promise<number> {
  const { statusCode, body, headers } = await app.inject(requestIn(world, operation));
  const found = foundIn(marks, `${body}\n${JSON.stringify(headers)}`);
  // The dashboard has the latest few of many entries made at one moment: what else they name is chance.
  const columns =
    operation.operationId === 'get_dashboard' ? found.filter((column) => onDashboard.test(column)) : found;
  disclosed.push({ route: `${operation.method} ${operation.path}`, role, columns });
  return statusCode;
}

const onDashboard = /^(?:own )?(?:audit|forms|people|projects|tasks|teams)\./;

/** What no answer shows to anybody, not even of the caller's own rows. */
const never = [
  /_hash$/,
  /^outbox\.(?:key|lane|payload)$/,
  /^(?:sign_in_links|provider_visits|rate_limits|passkey_challenges|person_words)\./,
  /^(?:not_me_links|erased_people|closed_addresses)\./,
  /^idempotency_keys\.answer$/,
  /^exchange_credentials\.username$/,
  /^passkeys\.public_key$/,
  /^private_data\.fields$/,
  /^form_responses\.answers, sealed$/,
  /^webhooks\.secrets/,
  /^imports\.lines$/,
  /^invitations\.phone$/,
  /^chat_channels\.url/,
  /^group_servers\.secrets/,
  /^synced_groups\.digest$/,
  /^(?:claim_file_parts|payout_transfers)\.sealed$/,
  /^project_keys\.private_key$/,
  /^hand_out_codes\.code$/,
  /\.sort_key$/,
];

/** What only the person sees whose row it is: how they sign in, and what they have asked for. */
const ownOnly =
  /^(?:idempotency_keys|exchange_credentials|sessions|api_tokens|passkeys|recovery_codes|identities|email_changes)\./;

const isForbidden = (column: string): boolean =>
  ownOnly.test(column) || never.some((pattern) => pattern.test(column.replace(/^own /, '')));

test("hashes, keys, sealed values, stored responses and other people's sign-in methods are in no response", () => {
  expect(disclosed.filter(({ columns }) => columns.some(isForbidden))).toEqual([]);
  for (const pattern of [...never, ownOnly]) expect([...planted].some((column) => pattern.test(column))).toBe(true);
});

const isPrivate = (column: string): boolean => /^(?:private_data|form_responses)\./.test(column);

/** Those who run a project or a team know whom they work with. */
const contacts =
  /^GET \S+\/(?:people|returning-people|members|chiefs|attendees|invitations|applications|owners|groups)(?:\.csv|\/\{(?:uid|group)\}(?:\/contacts)?)?$/;

test('addresses, private data and answers of other people are shown only to those who run the project', () => {
  const others = new Set([
    'people.email',
    'invitations.email',
    'private_data.fields, opened',
    'private_data.fields, contact',
    'form_responses.answers, opened',
    'hand_out_codes.code, opened',
    'payments.batch',
    'payments.paid_at',
  ]);
  // Administrators see the address of an account, to help its owner; they see no private data.
  const isAccount = ({ route, role }: { route: string; role: string }) =>
    route === 'GET /api/users/{uid}' && role === 'administrator';
  const seen = disclosed.filter(
    (one) => one.columns.some((column) => others.has(column)) && !(isAccount(one) && !one.columns.some(isPrivate)),
  );
  // Service accounts with the scope read the addresses of people and invitations, and nothing private.
  const privateColumns = new Set([...others].filter((column) => !column.endsWith('.email')));
  const isOfBot = ({ role, columns }: Disclosure) =>
    role === 'service' && !columns.some((column) => privateColumns.has(column));
  const isRunning = ({ role }: Disclosure) => role === 'owner' || role === 'chief' || role === 'acting_chief';
  // Those who pay for the owners see what was paid.
  const isPaying = ({ role, columns }: Disclosure) =>
    role === 'finance' && !columns.some((column) => others.has(column) && !column.startsWith('payments.'));
  expect(seen.filter((one) => !isRunning(one) && !isOfBot(one) && !isPaying(one))).toEqual([]);
  const addresses = seen.filter(({ columns }) => columns.some((column) => column.endsWith('.email')));
  expect(addresses.map(({ route }) => route).filter((route) => !contacts.test(route))).toEqual([]);
});

test('every column is in exactly the responses listed in test/disclosed-columns.txt', async () => {
  const byRoute = Map.groupBy(disclosed, ({ route }) => route);
  const lines = [...byRoute]
    .toSorted(([a], [b]) => (pathFirst(a) < pathFirst(b) ? -1 : 1))
    .flatMap(([route, seen]) => [route, ...roleLines(seen)]);
  const rest = [...Map.groupBy([...unplanted].toSorted(), reasonOf)]
    .map(([reason, columns]) => `  ${reason}: ${columns.join(' ')}`)
    .toSorted();
  const text = [
    '# Which columns each role finds in an answer; `own`: in rows of the caller. Rewritten by vitest with -u at the end.',
  ];
  await expect(`${[...text, ...lines, '# Not planted', ...rest].join('\n')}\n`).toMatchFileSnapshot(
    'disclosed-columns.txt',
  );
});

test('every column that is not planted has a reason', () => {
  expect([...unplanted].filter((column) => reasonOf(column) === noReason)).toEqual([]);
});

const noReason = 'no reason';

/** Why the value of a column cannot be a secret that is searched for. */
function reasonOf(column: string): string {
  if (unions.has(column)) return 'one of a fixed list';
  const found = reasons.find(([, pattern]) => pattern.test(column));
  return found?.[0] ?? noReason;
}

const reasons: readonly [string, RegExp][] = [
  ['a time that nothing in the world has', /(?:\.at|_(?:at|until|since|through|before|on))$/],
  [
    'lists of names that the program knows',
    /\.(?:kind|kinds|topics|scopes|scope|passes_on|outcome|disabled_for|refused|stopped)$/,
  ],
  [
    'a setting with few values',
    /\.(?:languages?|timezone|currency|subsidy_currency|colour|audience|until|budget|travel_budget)$|^notice_settings\.|^budgets\.code$|^claim_files\.type$|^claim_lines\.date$|^projects\.minors_latest_end$|^translations\.field$/,
  ],
  ['a list of words, which its own tests search for', /^offers\.(?:skills|teams)$/],
  ['nights of the form about beds', /^(?:room_places\.night|room_moves\.night|rooms\.nights)$/],
  ['the name of a key', /\.key_id$|^chores\.name$/],
  [
    'identifiers',
    /\.(?:id|teams|tags|tids|audience_tids|tasks_seen|preferred_kinds|preferred_teams|kind_ids|gave_skill|picture|position|mail_key|follows)$/,
  ],
  ['what is the same for everybody who signed a text', /\.hash$/],
  [
    'JSON of times, numbers and identifiers',
    /^(?:allocations\.summary|planning_steps\.before|task_series\.definition|scans\.correction|hand_outs\.(?:variant_field|stock|earned)|given_hand_outs\.variant|\w+\.made_with)$/,
  ],
  ['public', /^(?:project_keys\.public_key|project_pictures\.\w+|certificate_settings\.text)$/],
];

const pathFirst = (route: string): string => route.split(' ').toReversed().join(' ');

/** Roles that find the same share a line. */
function roleLines(seen: readonly Disclosure[]): string[] {
  const columnsOf = Map.groupBy(seen, ({ role }) => role);
  const found = [...columnsOf].map(([role, calls]) => ({
    role,
    text: tableLists(new Set(calls.flatMap(({ columns }) => columns))),
  }));
  const groups = Map.groupBy(
    found.filter(({ text }) => text !== ''),
    ({ text }) => text,
  );
  return [...groups].map(([text, group]) => `  ${group.map(({ role }) => role).join(' ')}: ${text}`);
}

/** `people(name uid) own people(email)` */
function tableLists(columns: ReadonlySet<string>): string {
  const tables = Map.groupBy([...columns].toSorted(), (column) => column.slice(0, column.indexOf('.')));
  const lists = [...tables].map(([table, names]) => {
    const short = names.map((name) => name.slice(table.length + 1));
    return `${table}(${short.join(' ')})`;
  });
  return lists.join(' ');
}
