import type { Answers } from '../../forms/fields.schema.ts';

/** Who is entitled to a hand-out. */
export type Audience =
  | { everyone: true }
  | { tids: readonly string[] }
  | { form: string; field?: string; values?: readonly string[] };

/** What is known about somebody. `answers` by form. */
export type Candidate = {
  inProject: boolean;
  tids: ReadonlySet<string>;
  answers: ReadonlyMap<string, Answers>;
};

export function isEntitled(audience: Audience, { inProject, tids, answers }: Candidate): boolean {
  if ('everyone' in audience) return inProject;
  if ('tids' in audience) return audience.tids.some((tid) => tids.has(tid));
  const answer = answers.get(audience.form);
  if (answer === undefined || !inProject) return false;
  if (audience.field === undefined) return true;
  const given = [answer[audience.field]].flat().filter((value) => value !== undefined && value !== null);
  const { values = [] } = audience;
  if (values.length === 0) return given.some((value) => value !== false && value !== '');
  return given.some((value) => values.includes(typeof value === 'string' ? value : JSON.stringify(value)));
}

/** Only this feature writes the column. */
export const audienceOf = (text: string): Audience => JSON.parse(text) as Audience;
