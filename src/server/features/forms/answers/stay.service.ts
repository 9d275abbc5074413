import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import type { Answers } from '../fields.schema.ts';
import { stayOf } from './stay.policy.ts';
import type { Stay } from './stay.policy.ts';
import { listAnswersToKind } from './stay.queries.ts';

export type PlainAnswer = { form: string; answers: Answers; at: string };

/** The latest answer of each person to the forms of a kind that asks nothing private. */
export async function latestAnswers(
  read: Reader,
  scope: Pick<ProjectScope, 'pid'>,
  kind: 'stay' | 'accommodation',
  uids?: readonly string[],
): Promise<Map<string, PlainAnswer>> {
  const rows = uids?.length === 0 ? [] : await listAnswersToKind(read, scope, kind, uids);
  return new Map(
    rows.map(({ uid, form, answers, updated_at: at }) => [uid, { form, answers: JSON.parse(answers) as Answers, at }]),
  );
}

/** When the person comes and goes, and when they said so. */
export async function stayAnsweredBy(
  read: Reader,
  scope: Pick<ProjectScope, 'pid'>,
  uid: string,
): Promise<{ stay: Stay; at: string } | undefined> {
  const answer = (await latestAnswers(read, scope, 'stay', [uid])).get(uid);
  const stay = answer && stayOf(answer.answers);
  return answer === undefined || stay === undefined ? undefined : { stay, at: answer.at };
}
