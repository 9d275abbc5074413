import type { Trx } from '../../db/db.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { audienceColumns, audienceOf } from './audience/audience.policy.ts';
import { storedFields } from './forms.service.ts';
import { settingsForCopy } from './settings.policy.ts';
import { copiedClosing, lastDayIn, usualClosing } from './forms.policy.ts';

const datesOf = (trx: Trx, pid: string) =>
  trx
    .selectFrom('projects')
    .select(['starts_on', 'ends_on', 'timezone'])
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();

/**
 * Copies the questions, but neither answers nor when a form opens: the new owners decide when to ask. Days and deadlines
 * move with the event; without a deadline, forms about days close with the last one. Teams are copied before. A form that
 * asks only teams that were not copied is left out: without them it would ask everybody.
 */
export async function copyForms(
  trx: Trx,
  { from, to, at }: { from: string; to: string; at: string },
): Promise<never[]> {
  const forms = await trx
    .selectFrom('forms')
    .select([
      'form',
      'kind',
      'title',
      'description',
      'audience',
      'audience_tids',
      'fields',
      'passes_on',
      'passes_until',
      'closes_at',
      'remind_days',
      'created_at',
    ])
    .where('pid', '=', from)
    .execute();
  const teams = await trx.selectFrom('teams').select('tid').where('pid', '=', to).execute();
  const copied = new Set(teams.map(({ tid }) => tid));
  const [oldDates, newDates] = [await datesOf(trx, from), await datesOf(trx, to)];
  const rows = forms.flatMap((form) => {
    const { audience, tids } = audienceOf(form);
    const kept = tids.filter((tid) => copied.has(tid));
    if (tids.length > 0 && kept.length === 0) return [];
    const oldFields = storedFields(form);
    const { fields, until } = settingsForCopy(
      { kind: form.kind, fields: oldFields, until: form.passes_until },
      { from: oldDates, to: newDates, created: new Date(form.created_at), now: new Date(at) },
    );
    const closings = {
      before: usualClosing(lastDayIn(form.kind, oldFields), oldDates.timezone),
      after: usualClosing(lastDayIn(form.kind, fields), newDates.timezone),
    };
    const closes_at = copiedClosing(form.closes_at, closings, { from: oldDates, to: newDates, now: new Date(at) });
    const settings = { fields: JSON.stringify(fields), passes_until: until, closes_at };
    return [{ ...form, ...settings, ...audienceColumns({ audience, tids: kept }), pid: to, created_at: at }];
  });
  for (const some of chunksOf(rows)) await trx.insertInto('forms').values(some).execute();
  return [];
}
