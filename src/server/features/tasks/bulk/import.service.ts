import { personUid } from '../../../auth/scopes.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId, newIds } from '../../../lib/secrets.ts';
import { applyStep, countsOf, nobody } from '../steps/apply.service.ts';
import type { Planner } from '../steps/losses.service.ts';
import { newRecord, plannedTask } from '../task-records.policy.ts';
import { findCalendarOf, listKindsOf, listPlacesOf, listTeamsOf } from '../steps/steps.queries.ts';
import { readLines } from './import-lines.policy.ts';
import type { ImportedTasks, PastedTasks } from './import.schema.ts';
import { readTable } from './table.policy.ts';

const maxNamed = 100;

async function read(reader: Reader, { projectRole, roles, uid, now }: Planner, pasted: PastedTasks) {
  const { scope } = projectRole;
  const table = await readTable(pasted.text);
  const teams = await listTeamsOf(reader, scope);
  const { tasks, errors } = readLines(table, {
    project: await findCalendarOf(reader, scope),
    // Only owners know of disabled teams.
    teams: roles.owner ? teams : teams.filter(({ disabled_at: at }) => at === null),
    kinds: await listKindsOf(reader, scope),
    places: await listPlacesOf(reader, scope),
    roles,
    tid: pasted.tid ?? '',
    visibility: pasted.visibility ?? 'project',
  });
  const ids = newIds(now, tasks.length);
  const records = tasks.map(({ starts_at, ends_at, ...input }, index) =>
    newRecord(
      input,
      { starts_at, ends_at },
      {
        id: ids[index] ?? newId(now),
        pid: scope.pid,
        created_by: personUid(uid),
        created_at: timestamp(now),
        series_id: null,
      },
    ),
  );
  const problems = [...table.errors, ...errors];
  return { table, records: problems.length === 0 ? records : [], errors: problems };
}

type Read = Awaited<ReturnType<typeof read>>;

const resultOf = ({ table, records, errors }: Read, step: string | null): ImportedTasks => ({
  step,
  columns: table.columns.map((column, index) => column ?? table.header[index] ?? ''),
  lines: table.lines,
  errors,
  tasks: records.map((task) => plannedTask(step === null ? { ...task, id: '' } : task)),
});

export const previewImport = async (reader: Reader, planner: Planner, pasted: PastedTasks): Promise<ImportedTasks> =>
  resultOf(await read(reader, planner, pasted), null);

/** Imports all lines, or none if one is wrong. */
export async function importTasks(trx: Trx, planner: Planner, pasted: PastedTasks): Promise<ImportedTasks> {
  const result = await read(trx, planner, pasted);
  const [first] = result.errors;
  if (first !== undefined) {
    const isForbidden = result.errors.some(({ code }) => code === 'other_team');
    fail(isForbidden ? 'forbidden' : 'invalid_input', {
      detail: first.detail,
      errors: result.errors.slice(0, maxNamed).map(({ detail }) => ({ pointer: '/text', detail })),
    });
  }
  const step = { kind: 'import' as const, created: result.records, changed: [], removed: [] };
  return resultOf(
    result,
    await applyStep(trx, planner, step, nobody, { kind: 'tasks.imported', detail: { ...countsOf(step), released: 0 } }),
  );
}
