import type { Actor } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
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
import { declines, disclosureOf, stateOf } from './disclosure.policy.ts';
import { listDisclosures } from './disclosure.queries.ts';
import type { DisclosureRow } from './disclosure.queries.ts';
import type { PassedKind, PassedOn, DisclosureState } from './disclosure.schema.ts';
import { leftAmong } from '../answers/responses.service.ts';

type Services = { db: Db; keys: Keyring };
export type Looking = Actor & { form: string; kind: PassedKind };
type Order = { uid: 'text' };
type PassedOnPage = { data: PassedOn[]; next: string | null };
type Judged = DisclosureRow & { state: DisclosureState };

/**
 * A page of those who answered. The form is held meanwhile: whoever takes their answer back, and an owner who takes the
 * kind from the form, come before it or after it. What is shown was agreed to, and has its audit entry, at one moment.
 */
export async function passOn({ db, keys }: Services, looking: Looking, { limit, after, page }: PageRequest<Order>) {
  const { projectRole, uid: actor, now, form, kind } = looking;
  const judged = await db.transaction(async (trx) => {
    const held = (await lockForm(trx, projectRole.scope, form)) ?? noSuchForm();
    requireDisclosure(held, kind);
    const rows = await listDisclosures(trx, projectRole.scope, form, kind, after?.uid ?? '', limit + 1);
    const left = rows.length === 0 ? new Set<string>() : await leftAmong(trx, projectRole, held, rows);
    const rowsOfPage = page(rows, judgeFor(held, looking, left));
    const subjects = rowsOfPage.data.filter(({ state }) => state === 'given').map(({ uid }) => uid);
    await recordPrivateReads(trx, now, { actor, subjects, pid: held.pid, what: `${kind}, form ${form}` });
    return rowsOfPage;
  });
  return { data: judged.data.map((row) => present(keys, kind, row)), next: judged.next };
}

function requireDisclosure(held: FormRow, kind: PassedKind): void {
  if (!disclosureOf(held).kinds.includes(kind)) fail('not_passed_on', { detail: `The form does not pass on ${kind}` });
}

function judgeFor(held: FormRow, { kind, now }: Looking, left: ReadonlySet<string>): (row: DisclosureRow) => Judged {
  const fields = storedFields(held);
  const today = timestamp(now).slice(0, 10);
  return (row) => ({
    ...row,
    state: stateOf({
      agreedUntil: row.until,
      formUntil: held.passes_until,
      today,
      left: left.has(row.uid) || row.suspended_at !== null,
      declined: declines(fields, plainAnswers(row)),
      given: row.fields !== null && isGiven(kind, new Set(Object.keys(sealedFields(row.fields)))),
    }),
  });
}

/** Private ones stay sealed: neither the money nor what is declined is among them. */
const plainAnswers = ({ answers }: { answers: string }) => JSON.parse(answers) as Record<string, unknown>;

function present(keys: Keyring, kind: PassedKind, row: Judged): PassedOn {
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
    bank: null,
    address: null,
    real_profile: null,
    ...shown,
  };
}

const batchSize = 200;

/** The whole list, as the lines of a table. */
export async function* walkPassedOn(services: Services, looking: Looking): AsyncGenerator<Cell[]> {
  const columns = Object.keys(nothingGiven[looking.kind]);
  for (let cursor: string | null = null; ;) {
    const request = pageRequest({ limit: batchSize, cursor }, { uid: 'text' });
    const page: PassedOnPage = await passOn(services, looking, request);
    for (const person of page.data) yield cellsOf(person, looking.kind, columns);
    if (page.next === null) return;
    cursor = page.next;
  }
}

export const passedOnHeader = (kind: PassedKind): string[] => [
  'uid',
  'name',
  'state',
  'amount',
  'currency',
  ...Object.keys(nothingGiven[kind]).map((field) => `${kind}.${field}`),
];

function cellsOf(person: PassedOn, kind: PassedKind, columns: readonly string[]): Cell[] {
  const { uid, name, state, amount, currency } = person;
  const money = amount === null || currency === null ? null : decimalAmount(amount, currency);
  const values = new Map<string, Cell>(Object.entries(person[kind] ?? {}));
  return [uid, name, state, money, currency, ...columns.map((column) => values.get(column) ?? null)];
}

/** Refused before the first byte, as a table that has begun cannot turn into a problem any more. */
export async function recordDisclosureExport({ db }: Services, { projectRole, uid, now, form, kind }: Looking) {
  await db.transaction(async (trx) => {
    const held = (await lockForm(trx, projectRole.scope, form)) ?? noSuchForm();
    requireDisclosure(held, kind);
    const detail = { passed_on: kind };
    await record(trx, now, { actor: uid, kind: 'responses.exported', subject: form, pid: held.pid, detail });
  });
}
