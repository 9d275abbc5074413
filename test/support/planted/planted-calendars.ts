import { newId, sha256 } from '../../../src/server/lib/secrets.ts';
import type { Planting } from './planting.ts';

/** A calendar of the person, a task that they left, one that the team no longer has, a document that they wrote and signed, and a tag. */
export async function plantCalendars({ trx, world: { pid, tid } }: Planting, uid: string, now: Date): Promise<void> {
  const at = now.toISOString();
  const later = new Date(now.getTime() + 3_600_000).toISOString();
  await trx
    .insertInto('calendar_feeds')
    .values({ secret_hash: sha256(`${uid}-calendar`), uid, pid, tid, created_at: at })
    .execute();
  const task = { pid, title: '', starts_at: at, ends_at: later, revision: 2, removed_at: at };
  await trx
    .insertInto('left_tasks')
    .values({ ...task, task_id: newId(now), uid, changes: 2 })
    .execute();
  await trx
    .insertInto('removed_tasks')
    .values({ ...task, task_id: newId(now), tid })
    .execute();
  await trx
    .insertInto('announcements')
    .values({
      id: newId(now),
      pid,
      tid: null,
      title: '',
      body: '',
      audience: 'public',
      pinned_until: later,
      created_by: uid,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const [id, version] = [newId(now), { version: 1, hash: '' }];
  const document = { id, pid, lineage: id, title: '', required_for: 'nothing' } as const;
  await trx
    .insertInto('documents')
    .values({ ...document, ...version, created_at: at })
    .execute();
  await trx
    .insertInto('document_versions')
    .values({ document_id: id, ...version, body: '', changes: '', created_by: uid, created_at: at })
    .execute();
  await trx
    .insertInto('document_signatures')
    .values({ document_id: id, ...version, uid, lineage: id, signed_at: at })
    .execute();
  await trx
    .insertInto('ask_again')
    .values({ pid, uid, state: 'asked', asker: uid, note: newId(now), asked_at: at, answered_at: at, created_at: at })
    .execute();
  await trx
    .insertInto('person_notes')
    .values({ pid, uid, note: newId(now), changed_by: uid, changed_at: at, revision: 1 })
    .onConflict((conflict) => conflict.columns(['pid', 'uid']).doNothing())
    .execute();
  await trx
    .insertInto('offers')
    .values({
      uid,
      ready: 1,
      teams: '["Venue"]',
      skills: '["Forklift"]',
      text: '',
      search_key: '',
      until: '2999-01-01',
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute();
  await trx
    .insertInto('offer_projects')
    .values({ uid, pid })
    .onConflict((conflict) => conflict.columns(['uid', 'pid']).doNothing())
    .execute();
  await trx
    .insertInto('thanks_pages')
    .values({ pid, text: '', published_at: at })
    .onConflict((conflict) => conflict.column('pid').doNothing())
    .execute();
  await trx
    .insertInto('person_tags')
    .values({ pid, uid, tag_key: newId(now), tag: '', created_at: at })
    .execute();
}
