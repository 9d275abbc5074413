import { queryOptions } from '@tanstack/react-query';
import type { NewPlace, NewSkill, NewTaskKind } from '../../../../client/client.ts';
import { call } from '../../../api.ts';
import { taskKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import { maxPageSize } from '../../../ui/paging.ts';
import { affectedByTask } from '../queries.ts';

export const skillsQuery = (pid: string) =>
  queryOptions({
    queryKey: taskKeys.skills(pid),
    queryFn: async () => (await call('list_skills', { path: { pid }, query: { limit: maxPageSize } })).data,
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

export const createPlace = (pid: string): Change<NewPlace, unknown> => ({
  run: (body) => call('create_place', { path: { pid }, body }),
  affects: affectedByTask(pid),
});

export const createSkill = (pid: string): Change<NewSkill, unknown> => ({
  run: (body) => call('create_skill', { path: { pid }, body }),
  affects: affectedByTask(pid),
});

export const createKind = (pid: string): Change<NewTaskKind, unknown> => ({
  run: (body) => call('create_task_kind', { path: { pid }, body }),
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
