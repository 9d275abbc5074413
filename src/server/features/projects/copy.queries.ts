import type { Trx } from '../../db/db.ts';

const mostRows = 500;

function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let first = 0; first < rows.length; first += mostRows) yield rows.slice(first, first + mostRows);
}

/** The chiefs of a project's teams who can still act, for a new project that takes them along. */
export const chiefsOf = (trx: Trx, pid: string) =>
  trx
    .selectFrom('memberships')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
    )
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select(['memberships.tid', 'memberships.uid'])
    .where('memberships.pid', '=', pid)
    .where('memberships.role', '=', 'chief')
    .where('teams.disabled_at', 'is', null)
    .where('people.suspended_at', 'is', null)
    .execute();

export type Chief = Awaited<ReturnType<typeof chiefsOf>>[number];

/** A year's teams without its people; a team that was disabled stays behind. */
export async function copyTeams(trx: Trx, from: string, to: string, chiefs: readonly Chief[], now: string) {
  const teams = await trx
    .selectFrom('teams')
    .select(['tid', 'name', 'sort_key', 'description', 'public_description', 'mailing_list', 'headcount'])
    .where('pid', '=', from)
    .where('disabled_at', 'is', null)
    .execute();
  const chiefCount = (tid: string) => chiefs.filter((chief) => chief.tid === tid).length;
  const rows = teams.map((team) => ({ ...team, pid: to, member_count: chiefCount(team.tid), created_at: now }));
  for (const some of batches(rows)) await trx.insertInto('teams').values(some).execute();
  const memberships = chiefs.map(({ tid, uid }) => ({ pid: to, tid, uid, role: 'chief' as const, created_at: now }));
  for (const some of batches(memberships)) await trx.insertInto('memberships').values(some).execute();
}

/** The questions come along; when they are asked is for this year's owners to say. */
export async function copyForms(trx: Trx, from: string, to: string, now: string): Promise<void> {
  const forms = await trx
    .selectFrom('forms')
    .select(['form', 'kind', 'title', 'description', 'audience', 'fields', 'passes_on', 'passes_until'])
    .where('pid', '=', from)
    .execute();
  const rows = forms.map((form) => ({ ...form, pid: to, created_at: now }));
  for (const some of batches(rows)) await trx.insertInto('forms').values(some).execute();
}

export async function copySubsidies(trx: Trx, from: string, to: string): Promise<void> {
  const lines = await trx
    .selectFrom('traffic_subsidies')
    .select(['location', 'sort_key', 'amount'])
    .where('pid', '=', from)
    .execute();
  const rows = lines.map((line) => ({ ...line, pid: to }));
  for (const some of batches(rows)) await trx.insertInto('traffic_subsidies').values(some).execute();
  await trx
    .updateTable('projects')
    .set((eb) => ({
      subsidy_currency: eb.selectFrom('projects as source').select('subsidy_currency').where('source.pid', '=', from),
    }))
    .where('pid', '=', to)
    .execute();
}
