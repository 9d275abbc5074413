import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { applying } from '../../../../../test/support/world/applications.ts';
import { createCaller } from '../../../../../test/support/world.ts';
import { bearer, createTeam, tokenOf } from '../../../../../test/support/factories.ts';

const muster = useApp();
let team: ReturnType<typeof applying>;
beforeAll(async () => {
  team = applying(muster);
});

const day = 86_400;

test('each chief gets one notice a day about a person who withdraws and applies again', async () => {
  const crew = await team.openCrew();
  const second = await createCaller(muster, 'Second chief');
  await crew.as(crew.owner, 'PUT', `teams/venue/chiefs/${second.uid}`);
  const [ada, bob] = [await createCaller(muster, 'Ada'), await createCaller(muster, 'Bob')];
  const counts = async () => [(await team.noticesTo(crew.chief)).length, (await team.noticesTo(second)).length];

  for (let time = 0; time < 3; time += 1) {
    expect((await team.apply(crew, ada)).statusCode).toBe(200);
    expect((await team.withdraw(crew, ada)).statusCode).toBe(204);
  }
  expect(await counts()).toEqual([1, 1]);
  // Another person is another notice.
  await team.apply(crew, bob);
  expect(await counts()).toEqual([2, 2]);
  // The next day there may be one more.
  muster.clock.advance(day);
  const later = { ...ada, headers: bearer(await tokenOf(muster, ada)) };
  expect((await team.apply(crew, later)).statusCode).toBe(200);
  expect(await counts()).toEqual([3, 3]);
});

test('an application to another team sends its own notice', async () => {
  const crew = await team.openCrew();
  await createTeam(muster, crew.pid, { tid: 'stage', chiefs: [crew.chief] });
  await crew.as(crew.owner, 'PATCH', 'teams/stage', { takes_applications: true });
  const ada = await createCaller(muster, 'Ada');
  await team.apply(crew, ada);
  expect((await crew.as(ada, 'PUT', 'teams/stage/application', {})).statusCode).toBe(200);
  expect(await team.noticesTo(crew.chief)).toHaveLength(2);
});

test('the notices about an application end for everyone when somebody decides', async () => {
  const crew = await team.openCrew();
  const second = await createCaller(muster, 'Second chief');
  await crew.as(crew.owner, 'PUT', `teams/venue/chiefs/${second.uid}`);
  const people = [
    await createCaller(muster, 'Ada'),
    await createCaller(muster, 'Bob'),
    await createCaller(muster, 'Cleo'),
  ];
  const [ada, bob, cleo] = people;
  if (!ada || !bob || !cleo) throw new Error('expected three people');
  await team.apply(crew, ada);
  await team.withdraw(crew, ada);
  for (const person of people) await team.apply(crew, person);
  await team.accept(crew, crew.chief, ada);
  await team.decline(crew, second, bob);
  for (const chief of [crew.chief, second]) {
    const { data } = (await muster.call({ url: '/api/me/notices', headers: chief.headers })).json();
    const asked = data.filter(({ kind }: { kind: string }) => kind === 'application.received');
    expect(asked.map(({ actor }: { actor: { name: string } | string }) => actor)).toMatchObject(['Cleo']);
  }
});
