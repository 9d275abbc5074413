import type { Trx } from '../../db/db.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { audienceColumns, audienceOf } from './audience/audience.policy.ts';
import { storedFields } from './forms.service.ts';
import { settingsForCopy } from './settings.policy.ts';
import { lastDayIn, usualClosing, windowOf } from './window.policy.ts';

const datesOf = (trx: Trx, pid: string) =>
  trx
    .selectFrom('projects')
    .select(['starts_on', 'ends_on', 'timezone'])
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();

/**
 * Copies the questions, but neither answers nor the opening times: the new owners decide when to ask. Days move with the
 * event, and forms about them close with the last one. Teams are copied before. A form that asks only teams that were
 * not copied is left out: without them it would ask everybody.
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
    const { fields, until } = settingsForCopy(
      { kind: form.kind, fields: storedFields(form), until: form.passes_until },
      { from: oldDates, to: newDates, created: new Date(form.created_at), now: new Date(at) },
    );
    const closings = { before: null, after: usualClosing(lastDayIn(form.kind, fields), newDates.timezone) };
    const window = windowOf({}, { opens_at: null, closes_at: null }, closings, new Date(at));
    const settings = { fields: JSON.stringify(fields), passes_until: until, ...window };
    return [{ ...form, ...settings, ...audienceColumns({ audience, tids: kept }), pid: to, created_at: at }];
  });
  for (const some of chunksOf(rows)) await trx.insertInto('forms').values(some).execute();
  return [];
}
