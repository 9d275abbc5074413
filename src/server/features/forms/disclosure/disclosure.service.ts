import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Cell } from '../../../http/csv.ts';
import { decimalAmount } from '../../../lib/money.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { PageRequest } from '../../../http/paging.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { record, recordPrivateReads } from '../../audit/audit.service.ts';
import { isGiven, nothingGiven } from '../../private-data/private.policy.ts';
import { openFields, sealedFields } from '../../private-data/private.service.ts';
import { lockForm } from '../forms.queries.ts';
import type { FormRow } from '../forms.queries.ts';
import { noSuchForm, storedFields } from '../forms.service.ts';
import { needsSubsidies } from '../kinds.service.ts';
import { declines, disclosureOf, stateOf } from './disclosure.policy.ts';
import { listDisclosures, listDisclosuresOf } from './disclosure.queries.ts';
import type { DisclosureRow } from './disclosure.queries.ts';
import type { DisclosedKind, PassedOn, DisclosureState } from './disclosure.schema.ts';
import { leftAmong } from '../answers/responses.service.ts';

type Services = { db: Db; keys: Keyring };
export type DisclosureView = Actor & { form: string; kind: DisclosedKind };
type Order = { uid: 'text' };
type PassedOnPage = { data: PassedOn[]; next: string | null };
type RowWithState = DisclosureRow & { state: DisclosureState };

/**
 * One page of people who answered. The form is locked meanwhile, so that consent, what is shown and the audit entries
 * all belong to the same moment.
 */
export async function disclose(
  { db, keys }: Services,
  view: DisclosureView,
  { limit, after, page }: PageRequest<Order>,
) {
  const { projectRole, form, kind } = view;
  const shown = await db.transaction(async (trx) => {
    const locked = (await lockForm(trx, projectRole.scope, form)) ?? noSuchForm();
    requireDisclosure(projectRole, locked, kind);
    const rows = await listDisclosures(trx, projectRole.scope, form, kind, after?.uid ?? '', limit + 1);
    const left = rows.length === 0 ? new Set<string>() : await leftAmong(trx, projectRole, locked, rows);
    const withStates = page(rows, stateFor(locked, view, left));
    await recordShown(trx, view, withStates.data);
    return withStates;
  });
  return { data: shown.data.map((row) => present(keys, kind, row)), next: shown.next };
}

/** The same of some people, at most 200. */
export async function discloseOf({ db, keys }: Services, view: DisclosureView, uids: readonly string[]) {
  const { projectRole, form, kind } = view;
  const shown = await db.transaction(async (trx) => {
    const locked = (await lockForm(trx, projectRole.scope, form)) ?? noSuchForm();
    requireDisclosure(projectRole, locked, kind);
    const rows = await listDisclosuresOf(trx, projectRole.scope, form, kind, uids);
    const left = rows.length === 0 ? new Set<string>() : await leftAmong(trx, projectRole, locked, rows);
    const withStates = rows.map(stateFor(locked, view, left));
    await recordShown(trx, view, withStates);
    return withStates;
  });
  return shown.map((row) => present(keys, kind, row));
}

async function recordShown(trx: Trx, view: DisclosureView, rows: readonly RowWithState[]): Promise<void> {
  const { projectRole, uid: actor, now, form, kind } = view;
  const subjects = rows.filter(({ state }) => state === 'given').map(({ uid }) => uid);
  await recordPrivateReads(trx, now, { actor, subjects, pid: projectRole.scope.pid, what: `${kind}, form ${form}` });
}

/** Deputies for money see what forms about travel money share, and nothing that other forms are about. */
function requireDisclosure({ owner }: Actor['projectRole'], locked: FormRow, kind: DisclosedKind): void {
  if (!owner && !needsSubsidies(locked.kind)) fail('forbidden', { detail: 'The form is not about travel money' });
  if (!disclosureOf(locked).kinds.includes(kind)) fail('not_passed_on', { detail: `The form does not share ${kind}` });
}

type AccountState = { state: DisclosureState; unconfirmed_since: string | null };

const unconfirmedSince = ({ state, unconfirmed_at }: RowWithState): string | null =>
  state === 'unconfirmed' ? unconfirmed_at : null;

type Asked = { form: FormRow; kind: DisclosedKind; now: Date; left: ReadonlySet<string> };

/** Whether owners can see this data of these people, or why not, without showing any; empty if the form does not share it. */
export async function disclosureStates(
  read: Reader,
  { scope }: Actor['projectRole'],
  { form, kind, now, left }: Asked,
  uids: readonly string[],
): Promise<ReadonlyMap<string, AccountState>> {
  if (uids.length === 0 || !disclosureOf(form).kinds.includes(kind)) return new Map();
  const rows = await listDisclosuresOf(read, scope, form.form, kind, uids);
  const states = rows.map(stateFor(form, { kind, now }, left));
  return new Map(states.map((row) => [row.uid, { state: row.state, unconfirmed_since: unconfirmedSince(row) }]));
}

function stateFor(
  locked: FormRow,
  { kind, now }: Pick<DisclosureView, 'kind' | 'now'>,
  left: ReadonlySet<string>,
): (row: DisclosureRow) => RowWithState {
  const fields = storedFields(locked);
  const today = timestamp(now).slice(0, 10);
  return (row) => ({
    ...row,
    state: stateOf({
      agreedUntil: row.until,
      formUntil: locked.passes_until,
      today,
      left: left.has(row.uid) || row.suspended_at !== null,
      declined: declines(fields, plainAnswers(row)),
      given: row.fields !== null && isGiven(kind, new Set(Object.keys(sealedFields(row.fields)))),
      unconfirmed: row.unconfirmed_at !== null,
    }),
  });
}

/** Private answers stay encrypted; neither amounts nor conditions are among them. */
const plainAnswers = ({ answers }: { answers: string }) => JSON.parse(answers) as Record<string, unknown>;

function present(keys: Keyring, kind: DisclosedKind, row: RowWithState): PassedOn {
  const { uid, name, state, fields } = row;
  const { amount, currency } = plainAnswers(row);
  const isMoney = typeof amount === 'number' && typeof currency === 'string';
  const shown = state === 'given' && fields !== null ? { [kind]: openFields(keys, uid, kind, fields) } : {};
  return {
    uid,
    name,
    state,
    amount: isMoney ? amount : null,
    currency: isMoney ? currency : null,
    paid_at: row.paid_at,
    paid_amount: row.paid_amount,
    paid_currency: row.paid_currency,
    unconfirmed_since: unconfirmedSince(row),
    bank: null,
    address: null,
    real_profile: null,
    ...shown,
  };
}

const batchSize = 200;

export async function* walkDisclosure(services: Services, view: DisclosureView): AsyncGenerator<Cell[]> {
  const columns = Object.keys(nothingGiven[view.kind]);
  for (let cursor: string | null = null; ;) {
    const request = pageRequest({ limit: batchSize, cursor }, { uid: 'text' });
    const page: PassedOnPage = await disclose(services, view, request);
    for (const person of page.data) yield cellsOf(person, view.kind, columns);
    if (page.next === null) return;
    cursor = page.next;
  }
}

export const disclosureHeader = (kind: DisclosedKind): string[] => [
  'uid',
  'name',
  'state',
  'amount',
  'currency',
  ...Object.keys(nothingGiven[kind]).map((field) => `${kind}.${field}`),
  'paid_at',
  'paid_amount',
  'paid_currency',
  'unconfirmed_since',
];

function cellsOf(person: PassedOn, kind: DisclosedKind, columns: readonly string[]): Cell[] {
  const { uid, name, state, amount, currency } = person;
  const money = amount === null || currency === null ? null : decimalAmount(amount, currency);
  const { paid_at, paid_amount, paid_currency } = person;
  const paid = paid_amount === null || paid_currency === null ? null : decimalAmount(paid_amount, paid_currency);
  const values = new Map<string, Cell>(Object.entries(person[kind] ?? {}));
  const cells = columns.map((column) => values.get(column) ?? null);
  return [uid, name, state, money, currency, ...cells, paid_at, paid, paid_currency, person.unconfirmed_since];
}

/** Checked before the first byte: a started CSV response cannot become an error. */
export async function recordDisclosureExport({ db }: Services, { projectRole, uid, now, form, kind }: DisclosureView) {
  await db.transaction(async (trx) => {
    const locked = (await lockForm(trx, projectRole.scope, form)) ?? noSuchForm();
    requireDisclosure(projectRole, locked, kind);
    const detail = { passed_on: kind };
    await record(trx, now, { actor: uid, kind: 'responses.exported', subject: form, pid: locked.pid, detail });
  });
}
