import type { NewPicture, Project, ProjectChange } from '../../../../client/client.ts';
import { call } from '../../../api.ts';
import { projectKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';

const affectedByAppearance = (pid: string) => [projectKeys.all(pid), projectKeys.lists];

export type Appearance = Pick<ProjectChange, 'place' | 'colour' | 'picture_alt'>;

export const changeAppearance = (pid: string): Change<Appearance, Project> => ({
  run: (body) => call('update_project', { path: { pid }, body }),
  affects: affectedByAppearance(pid),
});

export const setPicture = (pid: string): Change<NewPicture, Project> => ({
  run: (body) => call('set_project_picture', { path: { pid }, body }),
  affects: affectedByAppearance(pid),
});

export const removePicture = (pid: string): Change<void, Project> => ({
  run: () => call('remove_project_picture', { path: { pid } }),
  affects: affectedByAppearance(pid),
});
