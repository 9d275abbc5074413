import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../locales/format/lists.ts';
import { teamsQuery } from './queries.ts';

/** The name of a team; dots until the names are loaded, because identifiers mean little to people. */
export function useTeamName(pid: string): (tid: string) => string {
  const teams = useQuery(teamsQuery(pid)).data;
  const names = new Map(teams?.map(({ tid, name }) => [tid, name]));
  return (tid) => names.get(tid) ?? (teams === undefined ? '…' : tid);
}

/** The same for the team of a task, which may be for the whole project. */
export function useTeamOrProject(pid: string): (tid: string | null) => string {
  const { t } = useTranslation();
  const nameOf = useTeamName(pid);
  return (tid) => (tid === null ? t('project.tasks.wholeProject') : nameOf(tid));
}

/** The names of teams, as a list in the language of the reader. */
export function useTeamNames(pid: string): (tids: readonly string[]) => string {
  const { i18n } = useTranslation();
  const nameOf = useTeamName(pid);
  return (tids) => formatList(tids.map(nameOf), i18n.language);
}
