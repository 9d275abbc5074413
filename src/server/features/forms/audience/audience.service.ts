import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { requireNone } from '../../../errors.ts';
import type { FormAudience } from './audience.policy.ts';
import { requireTeamsFit } from './audience.policy.ts';
import * as queries from './audience.queries.ts';
import { listTeamIds } from './audience.queries.ts';
import type { Audience } from './audience.schema.ts';

type Input = { audience?: Audience | undefined; tids?: readonly string[] | undefined };

/** Whom a new or changed form asks. What the input leaves out stays as in `before`. */
export async function audienceFor(
  trx: Trx,
  scope: ProjectScope,
  input: Input,
  before: FormAudience,
): Promise<FormAudience> {
  const after = { audience: input.audience ?? before.audience, tids: input.tids ?? before.tids };
  requireTeamsFit(after);
  if (input.tids === undefined || input.tids.length === 0) return after;
  const known = new Set(await listTeamIds(trx, scope, input.tids));
  const errors = input.tids.flatMap((tid, index) =>
    known.has(tid) ? [] : [{ pointer: `/tids/${index}`, detail: 'is not a team of this project' }],
  );
  requireNone(errors);
  return after;
}

/** A subquery with the people whom a form asks, for lists of other features. */
export const peopleInAudience = (read: Reader, scope: ProjectScope, asked: FormAudience) =>
  queries.peopleInAudience(read, scope, asked);
