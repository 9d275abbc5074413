import { expect, test } from 'vitest';
import { leaveAllTasks } from '../src/server/features/tasks/releases/releases.service.ts';
import { keyring } from '../src/server/lib/seal.ts';
import { raceAgainst, startLockWorld } from './support/races/lock-holder.ts';
import { createDevice, taskNow } from './support/world/desk.ts';
import { createMembers } from './support/world.ts';

test.each(['task', 'team', 'all tasks'] as const)(
  'somebody who was replaced and comes after all while they are removed from the %s leaves no taken place behind',
  async (from) => {
    await using world = await startLockWorld();
    const { muster, crew } = world;
    const [{ uid } = crew.member] = await createMembers(muster, crew.pid, 'venue', 1);
    const { send } = await createDevice(muster, crew);
    const task = await taskNow(muster, crew, [{ uid }], { from: 20 });
    const path = `tasks/${task.id}/attendees/${uid}`;
    expect((await crew.as(crew.chief, 'PUT', `${path}/replacement`, {})).statusCode).toBe(204);
    muster.clock.advance(60);
    const leave = {
      task: () => crew.as(crew.owner, 'DELETE', path),
      team: () => crew.as(crew.owner, 'DELETE', `teams/venue/members/${uid}`),
      'all tasks': () =>
        muster.db.transaction((trx) =>
          leaveAllTasks(trx, { keys: keyring(muster.config.secrets), now: muster.clock.now() }, uid),
        ),
    }[from];
    const held = [['select 1 from tasks where id = $1 for update', [task.id]]] as const;
    const arrive = () => send([{ uid, task: task.id }]);
    const [arrived] = await raceAgainst<{ statusCode: number } | number>(muster, held, [arrive, leave]);
    expect(arrived).toMatchObject({ statusCode: 200 });
    expect(await muster.db.read.selectFrom('attendances').selectAll().execute()).toEqual([]);
    const stored = muster.db.read.selectFrom('tasks').select('attendee_count').where('id', '=', task.id);
    expect(await stored.execute()).toEqual([{ attendee_count: 0 }]);
  },
);
