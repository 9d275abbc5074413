import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import type { Keyring } from '../../../lib/seal.ts';
import type { Answers } from '../fields.schema.ts';
import { listAnswersOfKind } from './responses.queries.ts';
import { openAnswers, publicAnswers } from './responses.service.ts';

type Row = Awaited<ReturnType<typeof listAnswersOfKind>>[number];

/** The newest answers of each person to the forms of the kind `certificate`. */
async function newestAnswers(
  read: Reader,
  scope: ProjectScope,
  uids: readonly string[],
  open: (row: Row) => Answers,
): Promise<Map<string, Answers>> {
  const rows = uids.length === 0 ? [] : await listAnswersOfKind(read, scope, 'certificate', uids);
  return new Map(rows.map((row) => [row.uid, open(row)]));
}

/** Who of these people answered that they want no certificate. */
export async function peopleWithoutWish(read: Reader, scope: ProjectScope, uids: readonly string[]) {
  const answers = await newestAnswers(read, scope, uids, ({ answers: text }) => publicAnswers(text));
  return new Set([...answers].flatMap(([uid, { wanted }]) => (wanted === false ? [uid] : [])));
}

type Recipient = { uid: string; name: string };

/** The people who want a certificate, with the name that they want on it. Who has not answered wants one, with their name. */
export async function certificateRecipients<T extends Recipient>(
  read: Reader,
  keys: Keyring,
  scope: ProjectScope,
  people: readonly T[],
): Promise<T[]> {
  const uids = people.map(({ uid }) => uid);
  const found = await newestAnswers(read, scope, uids, ({ form, uid, answers }) =>
    openAnswers(keys, { pid: scope.pid, form, uid }, answers),
  );
  return people.flatMap((person) => {
    const { wanted, name } = found.get(person.uid) ?? {};
    if (wanted === false) return [];
    const wished = typeof name === 'string' ? name.trim() : '';
    return [wished === '' ? person : { ...person, name: wished }];
  });
}
