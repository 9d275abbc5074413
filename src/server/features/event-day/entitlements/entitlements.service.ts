import { momentOfDay } from '../../../../shared/rules.ts';
import type { Person } from '../../../auth/caller.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { timestamp } from '../../../lib/clock.ts';
import { daysIn } from '../../../lib/time.ts';
import { codesOf } from '../code-lists/code-lists.service.ts';
import type { CodeServices } from '../code-lists/code-lists.service.ts';
import { progressOf } from '../hand-outs/earned.policy.ts';
import { entitlementsOf } from '../hand-outs/entitlement.service.ts';
import type { Definition, EntitledPerson, Entitlement } from '../hand-outs/entitlement.service.ts';
import { listHeldBy } from '../loans/loans.service.ts';
import type { OwnEntitlement } from './entitlements.schema.ts';

/** What the caller gets, has earned so far, and has borrowed. */
export async function readEntitlements(
  { db, clock, keys }: CodeServices,
  scope: ProjectScope,
  { uid, credential }: Person,
): Promise<OwnEntitlement[]> {
  const { handOuts, people } = await entitlementsOf(db.read, scope, [uid]);
  const person = people.get(uid);
  if (person === undefined) return [];
  const codes = credential.readsPrivate ? (await codesOf(db.read, keys, scope, [uid]))(uid) : [];
  const held = Map.groupBy(await listHeldBy(db.read, scope, uid), ({ hand_out_id: id }) => id);
  const now = momentOfDay(timestamp(clock.now()));
  return handOuts.flatMap((handOut): OwnEntitlement[] => {
    const own = person.of.get(handOut.id);
    if (own === undefined) return [];
    const progress = own.isInAudience ? progressIn(handOut, person, now) : null;
    const things = (held.get(handOut.id) ?? []).map(({ label, lent_at }) => ({ label, lent_at: lent_at ?? now }));
    const { id, name, kind } = handOut;
    const isShown = kind === 'loan' ? things.length > 0 : own.entitled + own.regular > 0 || progress !== null;
    if (!isShown && own.givenAt === null) return [];
    return [
      {
        id,
        name,
        kind,
        entitled: own.entitled,
        given: own.regular,
        given_at: own.givenAt,
        variant: variantIn(handOut, own),
        progress,
        code: codes.find((one) => one.handOut === id)?.code ?? null,
        things,
      },
    ];
  });
}

function progressIn(
  { earned, perPerson, timezone }: Definition,
  { worked }: EntitledPerson,
  now: string,
): OwnEntitlement['progress'] {
  const progress = progressOf(earned, perPerson, worked, daysIn(timezone)(now));
  if (progress === undefined) return null;
  return { minutes: progress.minutes, needed_minutes: progress.needed, today: earned?.day === 'each' };
}

function variantIn({ questions, formKind }: Definition, { variant }: Entitlement): OwnEntitlement['variant'] {
  if (questions.length === 0 || variant === undefined) return null;
  const answers = questions.map(({ key, options }, index) => {
    const value = variant[index] ?? '';
    return { key, value, label: (options ?? []).find((one) => one.value === value)?.label ?? value };
  });
  return { form_kind: formKind ?? '', answers };
}
