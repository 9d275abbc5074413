import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { ruledTasks } from '../../../../test/support/world/ruled-tasks.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import { newId } from '../../lib/secrets.ts';
import { loadClaimed } from '../notices/sending/sending.queries.ts';
import type { Document, Signature } from './documents.schema.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});
const { createSkill } = ruledTasks(muster, () => crew);

const rules = { title: 'Safety rules', body: 'Wear a helmet.', required_for: 'tasks' } as const;
const create = async (fields: object = {}): Promise<Document> =>
  (await crew.as(crew.owner, 'POST', 'documents', { ...rules, ...fields })).json();
const sign = async (who: Caller, { id, version }: Pick<Document, 'id' | 'version'>): Promise<Signature> => {
  const response = await crew.inBrowser(who, 'PUT', `documents/${id}/signature`, { version });
  expect(response.statusCode).toBe(200);
  return response.json();
};
const change = (document: Document, fields: object) => crew.as(crew.owner, 'PATCH', `documents/${document.id}`, fields);
const publish = async ({ id }: Document, body: string): Promise<Document> =>
  (await crew.as(crew.owner, 'POST', `documents/${id}/versions`, { body, changes: 'Gloves, too.' })).json();
const canSign = async (who: Caller, { id }: Document): Promise<boolean> =>
  (await crew.as(who, 'GET', `documents/${id}`)).json().can_sign;
const skillsOf = async (who: Caller) => (await crew.as(who, 'GET', 'my-skills')).json().data;
/** As if this had been signed so many days ago. */
const age = (count: number) => {
  const back = (at: string | null) => (at === null ? null : timestamp(addSeconds(new Date(at), -days(count))));
  return muster.db.transaction(async (trx) => {
    for (const { uid, document_id, signed_at, valid_until } of await trx
      .selectFrom('document_signatures')
      .selectAll()
      .execute())
      await trx
        .updateTable('document_signatures')
        .set({ signed_at: back(signed_at) ?? '', valid_until: back(valid_until) })
        .where('uid', '=', uid)
        .where('document_id', '=', document_id)
        .execute();
  });
};

test('signing again within a day changes nothing, and a renewal keeps the time of the first signature', async () => {
  const document = await create({ valid_months: 12 });
  const first = await sign(crew.member, document);
  expect(await sign(crew.member, document)).toEqual(first);
  await age(30);
  const renewed = await sign(crew.member, document);
  expect(Date.parse(renewed.signed_at)).toBe(Date.parse(first.signed_at) - days(30) * 1000);
  expect(renewed.valid_until !== null && first.valid_until !== null && renewed.valid_until >= first.valid_until).toBe(
    true,
  );
  const entries = await muster.db.read
    .selectFrom('audit')
    .select('id')
    .where('kind', '=', 'document.signed')
    .where('subject', '=', crew.member.uid)
    .execute();
  expect(entries).toHaveLength(2);
});

test('a day later, signing again is a renewal', async () => {
  using _still = muster.clock.freeze();
  const document = await create({ valid_months: 12 });
  const first = await sign(crew.member, document);
  await age(1);
  expect((await sign(crew.member, document)).valid_until).toBe(first.valid_until);
});

test('a skill that organisers withdrew does not come back by signing again, nor with a new version', async () => {
  const skill = await createSkill('Ladder');
  const document = await create({ grants_skill: skill, valid_months: 12 });
  await sign(crew.member, document);
  await age(30);
  const [before] = await skillsOf(crew.member);
  await sign(crew.member, document);
  const [after] = await skillsOf(crew.member);
  expect(after.valid_until >= before.valid_until).toBe(true);
  await crew.as(crew.chief, 'DELETE', `people/${crew.member.uid}/skills/${skill}`);
  await age(30);
  await sign(crew.member, document);
  expect(await skillsOf(crew.member)).toEqual([]);
  await sign(crew.member, await publish(document, 'Wear a helmet and gloves.'));
  expect(await skillsOf(crew.member)).toEqual([]);
});

test('who signed before the document gave a skill can sign again to get it, once', async () => {
  const document = await create();
  const first = await sign(crew.member, document);
  expect(await canSign(crew.member, document)).toBe(false);
  const skill = await createSkill('Ladder');
  await change(document, { grants_skill: skill });
  expect(await canSign(crew.member, document)).toBe(true);
  expect(await sign(crew.member, document)).toEqual(first);
  expect(await skillsOf(crew.member)).toMatchObject([{ id: skill, granted: true }]);
  expect(await canSign(crew.member, document)).toBe(false);
  await crew.as(crew.chief, 'DELETE', `people/${crew.member.uid}/skills/${skill}`);
  expect(await canSign(crew.member, document)).toBe(false);
});

test('a skill that people declared without end does not begin to end, and an ended one can be declared', async () => {
  const skill = await createSkill('Ladder');
  await crew.as(crew.member, 'PUT', 'my-skills', { skills: [skill] });
  const document = await create({ grants_skill: skill, valid_months: 12 });
  await sign(crew.member, document);
  expect(await skillsOf(crew.member)).toMatchObject([{ id: skill, valid_until: null }]);

  await sign(crew.chief, document);
  await muster.db.transaction((trx) =>
    trx
      .updateTable('person_skills')
      .set({ valid_until: timestamp(muster.clock.now()) })
      .where('uid', '=', crew.chief.uid)
      .execute(),
  );
  await crew.as(crew.chief, 'PUT', 'my-skills', { skills: [skill] });
  expect(await skillsOf(crew.chief)).toMatchObject([{ id: skill, granted: false, valid_until: null }]);
});

test('a signed document is deleted only with a fresh proof, and people of other years stay signed', async () => {
  const document = await create();
  await sign(crew.member, document);
  await sign(crew.chief, document);
  const byToken = await crew.as(crew.owner, 'DELETE', `documents/${document.id}`);
  expect(byToken.json()).toMatchObject({ status: 403, code: 'browser_only' });

  const other = await createCrew(muster);
  const [id, at] = [newId(muster.clock.now()), timestamp(muster.clock.now())];
  const { hash } = await muster.db.read
    .selectFrom('documents')
    .select('hash')
    .where('id', '=', document.id)
    .executeTakeFirstOrThrow();
  await muster.db.transaction(async (trx) => {
    const settings = { title: 'Safety rules', required_for: 'tasks', version: 3, hash, created_at: at } as const;
    await trx
      .insertInto('documents')
      .values({ id, pid: other.pid, lineage: document.id, ...settings })
      .execute();
    await trx
      .insertInto('document_versions')
      .values({ document_id: id, version: 3, body: rules.body, changes: '', hash, created_at: at })
      .execute();
    await trx.insertInto('helpers').values({ pid: other.pid, uid: crew.member.uid, created_at: at }).execute();
  });
  expect((await crew.inBrowser(crew.owner, 'DELETE', `documents/${document.id}`)).statusCode).toBe(204);
  const kept = (await other.as(other.owner, 'GET', `documents/${id}/signatures`)).json().data;
  expect(kept).toMatchObject([{ uid: crew.member.uid, version: 3, hash, current: true }]);
});

test('who has left the project gets no mail about its documents', async () => {
  const document = await create();
  const isUseful = async () => {
    const { id } = await muster.db.read
      .selectFrom('notices')
      .select('id')
      .where('uid', '=', crew.member.uid)
      .where('subject', '=', document.id)
      .executeTakeFirstOrThrow();
    const [row] = await loadClaimed(muster.db.read, [id], timestamp(muster.clock.now()));
    return Number(row?.useful);
  };
  expect(await isUseful()).toBe(1);
  await crew.as(crew.chief, 'DELETE', `teams/venue/members/${crew.member.uid}`);
  expect(await isUseful()).toBe(0);
  await muster.db.transaction((trx) =>
    trx
      .insertInto('helpers')
      .values({ pid: crew.pid, uid: crew.member.uid, created_at: timestamp(muster.clock.now()) })
      .execute(),
  );
  expect(await isUseful()).toBe(1);
});

test('changes of documents are limited, and asking again replaces unread notices', async () => {
  const document = await create();
  const last = await crew.as(crew.owner, 'POST', `documents/${document.id}/versions`, {
    body: 'New.',
    changes: 'All.',
  });
  expect(last.headers['ratelimit-policy']).toContain('"document-changes"');
  const changed = await change(document, { title: 'Rules' });
  expect(changed.headers['ratelimit-policy']).toContain('"document-changes"');
  await publish(document, 'Newer.');
  const notices = await muster.db.read
    .selectFrom('notices')
    .select('kind')
    .where('uid', '=', crew.member.uid)
    .where('subject', '=', document.id)
    .execute();
  expect(notices).toEqual([{ kind: 'document.renewed' }]);
});
