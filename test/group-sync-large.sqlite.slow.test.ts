import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { createRows } from './support/factories.ts';
import { mailmanLogin, startMailman } from './support/servers/mailman.ts';
import { mattermostId, mattermostToken, startMattermost } from './support/servers/mattermost.ts';
import type { GroupServerStub } from './support/servers/group-server.ts';
import { newPerson } from './support/world/rows.ts';
import { createCrew } from './support/world.ts';

const muster = useApp({ env: { INTERNAL_HOSTS: '127.0.0.1' } });
const peopleCount = 5000;
const teamCount = 199;

/** The staff of 5,000, and 199 teams of 25 people, who all agreed. */
async function createLargeProject() {
  const crew = await createCrew(muster);
  const { pid } = crew;
  const now = muster.clock.now();
  const people = Array.from({ length: peopleCount }, (_, index) => newPerson(now, { name: `Helper ${index}` }));
  const tids = Array.from({ length: teamCount }, (_, index) => `team-${index}`);
  const teams = tids.map((tid) => ({ pid, tid, name: tid }));
  const tidOf = (index: number) => tids[index % teamCount] ?? '';
  const memberships = people.map(({ uid }, index) => ({ pid, tid: tidOf(index), uid, role: 'member' as const }));
  await createRows(muster, { teams });
  for (let first = 0; first < peopleCount; first += 500) {
    const end = first + 500;
    await createRows(muster, { people: people.slice(first, end), memberships: memberships.slice(first, end) });
  }
  const agreed_at = now.toISOString();
  await muster.db.transaction(async (trx) => {
    for (let first = 0; first < peopleCount; first += 500) {
      const some = people.slice(first, first + 500).map(({ uid }) => ({ pid, uid, agreed_at }));
      await trx.insertInto('sync_consents').values(some).execute();
    }
  });
  return { crew, people, tids };
}

type Large = Awaited<ReturnType<typeof createLargeProject>>;
type Target = { group: string; target: string; target_kind: string };

/** Syncs until nothing is left to do, and says how long it took. */
async function syncAll({ crew }: Large, name: string, stub: GroupServerStub): Promise<void> {
  const started = performance.now();
  const unfinished = () =>
    muster.db.read
      .selectFrom('group_servers')
      .select('id')
      .where('pid', '=', crew.pid)
      .where('next_at', 'is not', null)
      .execute();
  do {
    muster.clock.advance(180);
    // Only this job: others would send mail about what changed.
    await muster.services.jobList.find(({ name }) => name === 'groups')?.run(new AbortController().signal);
    await muster.services.outbox.drain();
  } while ((await unfinished()).length > 0);
  console.info(`${name}: ${Math.round(performance.now() - started)} ms, ${stub.requests.length} requests`);
  stub.requests.length = 0;
}

async function addAll({ crew }: Large, login: object, targets: readonly Target[]): Promise<void> {
  const { id: server } = (await crew.inBrowser(crew.owner, 'POST', 'group-servers', login)).json();
  const at = muster.clock.now().toISOString();
  const row = { server_id: server, pid: crew.pid, mode: 'active' as const, created_at: at };
  await muster.db.transaction((trx) =>
    trx
      .insertInto('synced_groups')
      .values(
        targets.map(({ group, target, target_kind }, index) => ({
          ...row,
          id: `group-${crew.pid}-${String(index).padStart(4, '0')}`,
          audience: group,
          tid: group.split(':')[1] ?? null,
          target,
          target_kind: target_kind === 'list' ? 'list' : target_kind === 'team' ? 'team' : 'channel',
        })),
      )
      .execute(),
  );
}

test('Mailman: 200 lists follow 5,000 people, and a second run changes nothing', async () => {
  const large = await createLargeProject();
  const listOf = (group: string) => `${group.replace('team:', '')}.lists.example.org`;
  const groups = ['staff', ...large.tids.map((tid) => `team:${tid}`)];
  await using mailman = await startMailman(groups.map(listOf));
  const targets = groups.map((group) => ({ group, target: listOf(group), target_kind: 'list' }));
  await addAll(large, { kind: 'mailman', url: mailman.url, ...mailmanLogin }, targets);
  await syncAll(large, 'Mailman, everybody added', mailman);
  expect(mailman.on(listOf('staff'))).toHaveLength(peopleCount);
  expect(mailman.on(listOf('team:team-0'))).toHaveLength(26);
  muster.clock.advance(86_400);
  await syncAll(large, 'Mailman, nothing to do', mailman);
  expect(mailman.writes()).toEqual([]);
});

test('Mattermost: a team and 199 channels follow 5,000 people, and a second run changes nothing', async () => {
  const large = await createLargeProject();
  const team = mattermostId('staff');
  const channels = Object.fromEntries(large.tids.map((tid) => [mattermostId(tid), team]));
  await using chat = await startMattermost([team], channels);
  for (const { email } of large.people) chat.addAccount(email);
  const targets = [
    { group: 'staff', target: team, target_kind: 'team' },
    ...large.tids.map((tid) => ({ group: `team:${tid}`, target: mattermostId(tid), target_kind: 'channel' })),
  ];
  await addAll(large, { kind: 'mattermost', url: chat.url, secret: mattermostToken }, targets);
  await syncAll(large, 'Mattermost, everybody added', chat);
  expect(chat.in(team)).toHaveLength(peopleCount);
  muster.clock.advance(86_400);
  await syncAll(large, 'Mattermost, nothing to do', chat);
  expect(chat.writes()).toEqual([]);
});
