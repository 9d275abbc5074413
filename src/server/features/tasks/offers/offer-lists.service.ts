import { holds, teamsLedBy } from '../../../auth/project-role.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import type { Db, Reader } from '../../../db/db.ts';
import { pageRequest, totalOnFirst } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { loadEligibility } from '../rules/eligibility.service.ts';
import type { PersonCheck } from '../rules/eligibility.service.ts';
import { countGiven, listWanted, selectGiven, selectOffers } from './offers.queries.ts';
import type { OfferRow } from './offers.queries.ts';
import type { PlaceOffer } from './offers.schema.ts';

type Services = { clock: Clock; keys: Keyring };
type Looking = {
  uid: string;
  query: { limit?: number; cursor?: string | null; made?: boolean; task?: string; all?: boolean };
};

/** Offers that the person can take, or that they made. */
export async function offersFor(read: Reader, { clock, keys }: Services, { uid, query }: Looking) {
  const { limit, after, page } = pageRequest(query, { starts_at: 'time', id: 'text', giver: 'text' });
  const made = query.made === true;
  const now = timestamp(clock.now());
  const rows = await selectOffers(read, { uid, now, made, task: query.task, after, limit: limit + 1 });
  const { data, next } = page(rows);
  if (made) return { data: data.map((row) => presentOffer(row, null)), next };
  const { check } = await loadEligibility(read, { keys, now, by: 'offer', viewer: uid }, [uid], data);
  const swapRefusal = await swapRefusals(read, { keys, now, viewer: uid }, data);
  const refusalOf = (row: OfferRow) => takeRefusal(row, uid, check) ?? swapRefusal(row);
  return { data: data.flatMap((row) => openOffer(row, refusalOf(row), query.all === true)), next };
}

function takeRefusal(row: OfferRow, uid: string, check: PersonCheck) {
  if (row.marked === 1 && row.for_id !== null) return 'swap_impossible';
  if (row.marked === 1 || row.givable === 0) return 'not_allowed';
  return check(uid, row.id, row.for_id === null ? {} : { without: [row.for_id] }).refusal;
}

/** Why those who offer a swap cannot take the task that they want, as far as others may know. */
async function swapRefusals(
  read: Reader,
  asked: { keys: Keyring; now: string; viewer: string },
  rows: readonly OfferRow[],
) {
  const swaps = rows.filter(({ for_id }) => for_id !== null);
  if (swaps.length === 0) return () => null;
  const wanted = await listWanted(read, [...new Set(swaps.flatMap(({ for_id }) => for_id ?? []))]);
  const givers = [...new Set(swaps.map(({ giver }) => giver))];
  const { check } = await loadEligibility(read, { ...asked, by: 'offer' }, givers, wanted);
  return ({ giver, id, for_id }: OfferRow) => {
    if (for_id === null) return null;
    const { refusal, plan } = check(giver, for_id, { without: [id] });
    if (plan.some((task) => task.id === for_id)) return 'swap_impossible';
    return refusal === null || refusal === 'planners_only' ? refusal : 'swap_impossible';
  };
}

/** Without tasks that the person may not see, and offers to anyone that they cannot take, except for an overlap with `all`. */
function openOffer(row: OfferRow, refusal: string | null, all: boolean): PlaceOffer[] {
  if (refusal === 'not_found' || refusal === 'not_of_project') return [];
  const isShown = refusal === null || row.taker !== null || (all && refusal === 'task_overlap');
  return isShown ? [presentOffer(row, refusal)] : [];
}

const presentOffer = (row: OfferRow, refusal: string | null): PlaceOffer => ({
  pid: row.pid,
  project: row.project,
  timezone: row.timezone,
  task: { id: row.id, title: row.title, starts_at: row.starts_at, ends_at: row.ends_at },
  from: { uid: row.giver, name: row.giver_name },
  to: row.taker === null ? null : { uid: row.taker, name: row.taker_name ?? '' },
  for:
    row.for_id === null
      ? null
      : {
          id: row.for_id,
          title: row.for_title ?? '',
          starts_at: row.for_starts_at ?? '',
          ends_at: row.for_ends_at ?? '',
        },
  created_at: row.created_at,
  refusal,
  planned: row.planned === 1,
});

/** Owners see places on all tasks, chiefs those on the tasks of their teams. */
export async function givenPlaces(
  { db, clock }: { db: Db; clock: Clock },
  { role, uid }: { role: ProjectRole; uid: string },
  query: PageQuery,
) {
  const { limit, after, page } = pageRequest(query, { starts_at: 'time', id: 'text', giver: 'text' });
  const tids = holds(role, 'viewer') ? undefined : teamsLedBy(role);
  const now = timestamp(clock.now());
  const rows = await selectGiven(db.read, role.scope, { now, tids, after, limit: limit + 1 });
  const shown = page(rows, ({ id, title, starts_at, ends_at, giver, name, created_at, to_uid }) => ({
    task: { id, title, starts_at, ends_at },
    from: { uid: giver, name },
    created_at,
    to_caller: to_uid === uid,
  }));
  return { ...shown, ...(await totalOnFirst(after, () => countGiven(db.read, role.scope, { now, tids }))) };
}
