import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { record } from '../../audit/audit.service.ts';
import type { Answers } from '../fields.schema.ts';
import { listAnswersOfKind, updateResponse } from './responses.queries.ts';
import { openAnswers } from './responses.service.ts';

type Person = { scope: ProjectScope; uid: string; now: Date };

/** Somebody who withdraws on the page is not thanked by who reads the answers either: a yes becomes a no, also after the deadline. */
export async function withdrawPublicThanks(trx: Trx, keys: Keyring, { scope, uid, now }: Person): Promise<void> {
  const { pid } = scope;
  for (const { form, answers: text } of await listAnswersOfKind(trx, scope, 'appreciation', [uid])) {
    const { name: _name, ...answers } = openAnswers(keys, { pid, form, uid }, text);
    if (answers['wanted'] !== true) continue;
    const changed: Answers = { ...answers, wanted: false };
    // Forms of this kind have no private questions.
    const row = { answers: JSON.stringify(changed), key_id: keys.current.id, updated_at: timestamp(now) };
    await updateResponse(trx, scope, form, uid, row);
    await record(trx, now, { actor: uid, kind: 'response.saved', subject: uid, pid, detail: { form } });
  }
}
