import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { applying } from '../../../../../test/support/world/applications.ts';
import { bearer, createTeam, setLanguage, tokenOf } from '../../../../../test/support/factories.ts';
import { createCaller } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';

const muster = useApp();
let team: ReturnType<typeof applying>;
beforeAll(async () => {
  team = applying(muster);
});

const ninetyDays = 90 * 86_400;
const cleanUp = () => muster.services.runExpiry();
const subjectsTo = async (person: Caller) => (await team.mailsTo(person)).map(({ subject }) => subject);

test('an applicant is notified once that nobody answered in time, in their language', async () => {
  using _still = muster.clock.freeze();
  const crew = await team.openCrew();
  const [ada, lin, mei] = [await createCaller(muster), await createCaller(muster), await createCaller(muster)];
  await setLanguage(muster, lin, 'zh-TW');
  await team.apply(crew, ada, { language: 'en' });
  await team.apply(crew, lin, { language: 'en' });
  // Her language is not known, but she applied in Chinese.
  await team.apply(crew, mei, { language: 'zh-TW' });
  muster.clock.advance(ninetyDays - 1);
  await cleanUp();
  expect(await subjectsTo(ada)).toEqual([]);
  muster.clock.advance(1);
  await Promise.all([cleanUp(), cleanUp()]);
  await cleanUp();
  expect(await subjectsTo(ada)).toEqual([expect.stringMatching(/^Project \d+: Nobody answered your application to /)]);
  expect(await subjectsTo(lin)).toEqual([expect.stringMatching(/申請逾期未獲回覆/)]);
  expect(await subjectsTo(mei)).toEqual([expect.stringMatching(/申請逾期未獲回覆/)]);
  expect((await team.mailsTo(ada))[0]?.text).toContain(
    `${muster.services.config.baseUrl}/projects/${crew.pid}/teams\n`,
  );
  const left = muster.db.read.selectFrom('applications').select('uid').where('pid', '=', crew.pid);
  expect(await left.where('state', '!=', 'lapsed').execute()).toEqual([]);
});

test('people who are suspended, withdrew, were answered or applied again get no such mail', async () => {
  using _still = muster.clock.freeze();
  const crew = await team.openCrew();
  const people: Caller[] = [];
  for (let index = 0; index < 5; index += 1) people.push(await createCaller(muster));
  const [suspended, withdrew, accepted, declined, again] = people;
  if (!suspended || !withdrew || !accepted || !declined || !again) throw new Error('expected five people');
  for (const person of people) await team.apply(crew, person);
  await team.withdraw(crew, withdrew);
  await team.accept(crew, crew.chief, accepted);
  await team.decline(crew, crew.chief, declined);
  await muster.db.transaction((trx) =>
    trx
      .updateTable('people')
      .set({ suspended_at: muster.clock.now().toISOString() })
      .where('uid', '=', suspended.uid)
      .execute(),
  );
  muster.clock.advance(ninetyDays);
  again.headers = bearer(await tokenOf(muster, again));
  expect((await team.apply(crew, again)).statusCode).toBe(200);
  await cleanUp();
  for (const person of [suspended, withdrew, again]) expect(await subjectsTo(person)).toEqual([]);
  for (const person of [accepted, declined]) expect(await subjectsTo(person)).toHaveLength(1);
  crew.chief.headers = bearer(await tokenOf(muster, crew.chief));
  expect((await team.waiting(crew)).map(({ uid }) => uid)).toEqual([again.uid]);
});

test('a new application to one team leaves the notice about another', async () => {
  using _still = muster.clock.freeze();
  const crew = await team.openCrew();
  await createTeam(muster, crew.pid, { tid: 'stage' });
  await crew.as(crew.owner, 'PATCH', 'teams/stage', { takes_applications: true });
  const ada = await createCaller(muster);
  await team.apply(crew, ada);
  muster.clock.advance(ninetyDays);
  ada.headers = bearer(await tokenOf(muster, ada));
  expect((await crew.as(ada, 'PUT', 'teams/stage/application', {})).statusCode).toBe(200);
  await cleanUp();
  expect(await subjectsTo(ada)).toHaveLength(1);
});

test('more applications than fit into one step all end', async () => {
  using _still = muster.clock.freeze();
  const crew = await team.openCrew();
  const ada = await createCaller(muster);
  const at = muster.clock.now().toISOString();
  const tids = Array.from({ length: 101 }, (_, index) => `t${index}`);
  for (const tid of tids) await createTeam(muster, crew.pid, { tid });
  await muster.db.transaction((trx) =>
    trx
      .insertInto('applications')
      .values(
        tids.map((tid) => ({
          pid: crew.pid,
          tid,
          uid: ada.uid,
          message: '',
          language: 'en' as const,
          created_at: at,
          expires_at: at,
        })),
      )
      .execute(),
  );
  await cleanUp();
  expect(await team.noticesTo(ada)).toHaveLength(101);
});
