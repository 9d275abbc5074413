import { newId } from '../../../src/server/lib/secrets.ts';
import type { NewTask, Task } from '../../../src/server/features/tasks/tasks.schema.ts';
import type { TestApp } from '../app.ts';
import type { Caller, Crew } from '../world.ts';

type KindFields = {
  rest_minutes?: number;
  max_consecutive_minutes?: number;
  min_age?: number;
  leave_until_hours?: number;
};

/** Tasks with rules, and people who join them or are added. */
export function ruledTasks(muster: TestApp, crewOf: () => Crew) {
  let day = 0;
  return {
    /** A day of its own for each test, far from the others. */
    nextDay: (): string => {
      day += 1;
      return new Date(Date.UTC(2027, 0, day * 10)).toISOString().slice(0, 10);
    },

    createTask: async (date: string, from: number, to: number, fields: Partial<NewTask> = {}): Promise<Task> => {
      const hour = (value: number) => `${date}T${String(value).padStart(2, '0')}:00:00Z`;
      const body = { title: 'Desk', starts_at: hour(from), ends_at: hour(to), capacity: 2, ...fields };
      const response = await crewOf().as(crewOf().owner, 'POST', 'tasks', body);
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json();
    },

    createKind: async (fields: KindFields = {}, skills: readonly string[] = []): Promise<string> => {
      const id = newId(muster.clock.now());
      const kind = { id, pid: crewOf().pid, name: id, ...fields };
      await muster.db.transaction(async (trx) => {
        await trx.insertInto('task_kinds').values(kind).execute();
        for (const skill_id of skills)
          await trx.insertInto('task_kind_skills').values({ kind_id: id, skill_id }).execute();
      });
      return id;
    },

    createSkill: async (name?: string): Promise<string> => {
      const id = newId(muster.clock.now());
      const skill = { id, pid: crewOf().pid, name: name ?? id };
      await muster.db.transaction((trx) => trx.insertInto('skills').values(skill).execute());
      return id;
    },

    grant: (who: Caller, skill_id: string) => {
      const created_at = muster.clock.now().toISOString();
      return muster.db.transaction((trx) =>
        trx.insertInto('person_skills').values({ uid: who.uid, skill_id, created_at }).execute(),
      );
    },

    join: (who: Caller, { id }: { id: string }) => crewOf().as(who, 'PUT', `tasks/${id}/attendance`),

    add: (who: Caller, { id }: { id: string }) =>
      crewOf().as(crewOf().owner, 'PUT', `tasks/${id}/attendees/${who.uid}`),
  };
}
