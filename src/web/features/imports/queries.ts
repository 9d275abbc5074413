import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';
import type { Import, ImportedAnswers, ImportedPeople, PastedAnswers, PastedPeople } from '../../../client/client.ts';
import { formKeys, importKeys, invitationKeys, projectKeys, teamKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';

const pollMs = 1000;

/** Those of the last days, which can be undone. */
export const importsQuery = (pid: string) =>
  queryOptions({
    queryKey: importKeys.list(pid),
    queryFn: async () => (await call('list_imports', { path: { pid } })).data,
    // While one runs, its progress shows.
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'running') === true ? pollMs : false,
  });

export const affectedByImport = (pid: string) => [
  importKeys.all(pid),
  invitationKeys.all(pid),
  teamKeys.all(pid),
  formKeys.all(pid),
  projectKeys.dashboard(pid),
];

export const previewPeople = (pid: string): Change<PastedPeople, ImportedPeople> => ({
  run: (body) => call('import_people', { path: { pid }, query: { dry_run: true }, body }),
  affects: [],
});

export const importPeople = (pid: string): Change<PastedPeople, ImportedPeople> => ({
  run: (body) => call('import_people', { path: { pid }, body }),
  affects: affectedByImport(pid),
});

export const previewAnswers = (pid: string, form: string): Change<PastedAnswers, ImportedAnswers> => ({
  run: (body) => call('import_responses', { path: { pid, form }, query: { dry_run: true }, body }),
  affects: [],
});

export const importAnswers = (pid: string, form: string): Change<PastedAnswers, ImportedAnswers> => ({
  run: (body) => call('import_responses', { path: { pid, form }, body }),
  affects: affectedByImport(pid),
});

export const undoImport = (pid: string): Change<Pick<Import, 'id' | 'kind'>, unknown> => ({
  run: ({ id }) => call('undo_import', { path: { pid, id } }),
  affects: affectedByImport(pid),
});
