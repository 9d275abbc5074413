import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../../locales/format/lists.ts';
import { includesText } from '../../../ui/table/search.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { kindsQuery, placesQuery } from '../signup/queries.ts';

const maxNames = 5;

/** For cells with unknown names: the names that exist, similar ones first. */
export function useKnownNames(pid: string) {
  const { t, i18n } = useTranslation();
  const named = {
    unknown_team: useQuery(teamsQuery(pid)).data,
    unknown_kind: useQuery(kindsQuery(pid)).data,
    unknown_place: useQuery(placesQuery(pid)).data,
  };
  return (code: keyof typeof named, cells: readonly string[]): string[] => {
    const names = named[code]?.map(({ name }) => name) ?? [];
    const like = names.filter((name) => cells.some((cell) => includesText(cell, name)));
    const shown = (like.length > 0 ? like : names).slice(0, maxNames);
    return shown.length === 0 ? [] : [t('series.paste.known', { names: formatList(shown, i18n.language) })];
  };
}
