import { maxPageSize } from '../../../../shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import type { NewPlace, NewSkill, NewTaskKind } from '../../../../client/client.ts';
import { call } from '../../../api.ts';
import { taskKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import { affectedByTask } from '../queries.ts';

export const skillsQuery = (pid: string) =>
  queryOptions({
    queryKey: taskKeys.skills(pid),
    queryFn: async () => (await call('list_skills', { path: { pid }, query: { limit: maxPageSize } })).data,
  });

/** How many tasks each kind and location has, and how many people each skill, by id. */
export const catalogueUsesQuery = (pid: string) =>
  queryOptions({
    queryKey: taskKeys.catalogueUses(pid),
    queryFn: async () => (await call('list_catalogue_uses', { path: { pid } })).data,
    select: (uses) => new Map(uses.map(({ id, count }) => [id, count])),
  });

export const ownSkillsQuery = (pid: string) =>
  queryOptions({
    queryKey: taskKeys.ownSkills(pid),
    queryFn: async () => (await call('list_own_skills', { path: { pid } })).data,
  });

export const declareSkills = (pid: string): Change<string[], unknown> => ({
  run: (skills) => call('declare_skills', { path: { pid }, body: { skills } }),
  affects: affectedByTask(pid),
});

/** Without an id it creates one. */
export const savePlace = (pid: string, id: string | undefined): Change<NewPlace, unknown> => ({
  run: (body) =>
    id === undefined
      ? call('create_place', { path: { pid }, body })
      : call('change_place', { path: { pid, id }, body }),
  affects: affectedByTask(pid),
});

export const saveSkill = (pid: string, id: string | undefined): Change<NewSkill, unknown> => ({
  run: (body) =>
    id === undefined
      ? call('create_skill', { path: { pid }, body })
      : call('change_skill', { path: { pid, id }, body }),
  affects: affectedByTask(pid),
});

export const saveKind = (pid: string, id: string | undefined): Change<NewTaskKind, unknown> => ({
  run: (body) =>
    id === undefined
      ? call('create_task_kind', { path: { pid }, body })
      : call('change_task_kind', { path: { pid, id }, body }),
  affects: affectedByTask(pid),
});

export const personSkillsQuery = (pid: string, uid: string) =>
  queryOptions({
    queryKey: taskKeys.personSkills(pid, uid),
    queryFn: async () => (await call('list_person_skills', { path: { pid, uid } })).data,
  });

export type SkillChange = { id: string; name: string; has: boolean };

/** Gives the person the skill, or takes it away: it decides which tasks they can have. */
export const changeSkillOf = (pid: string, uid: string): Change<SkillChange, unknown> => ({
  run: ({ id, has }) => call(has ? 'grant_skill' : 'withdraw_skill', { path: { pid, uid, id } }),
  affects: affectedByTask(pid),
});

export type CatalogueEntry = { id: string; name: string };

const removals = {
  places: 'delete_place',
  skills: 'delete_skill',
  kinds: 'delete_task_kind',
} as const;
export type CatalogueList = keyof typeof removals;

export const removeEntry = (pid: string, list: CatalogueList): Change<CatalogueEntry, unknown> => ({
  run: ({ id }) => call(removals[list], { path: { pid, id } }),
  affects: affectedByTask(pid),
});
