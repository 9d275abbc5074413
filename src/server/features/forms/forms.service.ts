import type { Db } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import { missingForms } from './forms.queries.ts';

export type OpenForm = { pid: string; form: string; title: string; closes_at: string | null; answered: boolean };

/** The forms that still wait for an answer of this person, in the projects that they take part in. */
export function openFormsFor(db: Db) {
  const read = missingForms(db);
  return async (uid: string, now: Date): Promise<OpenForm[]> => {
    const rows = await read({ uid, now: timestamp(now) });
    return rows.map((row) => ({ ...row, answered: false }));
  };
}
