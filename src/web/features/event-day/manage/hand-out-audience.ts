import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HandOutAudience } from '../../../../client/client.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { formsQuery } from '../../forms/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';

/** Identifiers of teams, forms and questions have no spaces. */
export function whoOption({ tids, form }: HandOutAudience): string {
  if (tids !== undefined) return `teams ${tids.join(' ')}`;
  return form === undefined ? '' : `form ${form}`;
}

export function withWho(option: string): HandOutAudience {
  const [way, ...rest] = option.split(' ');
  if (way === 'teams') return { tids: rest };
  return way === 'form' ? { form: rest.join(' ') } : { everyone: true };
}

export const answerOption = ({ field, values }: Pick<HandOutAudience, 'field' | 'values'>): string =>
  field === undefined ? '' : JSON.stringify({ field, values });

export function withAnswer(form: string, option: string): HandOutAudience {
  if (option === '') return { form };
  const { field, values } = JSON.parse(option) as Pick<HandOutAudience, 'field' | 'values'>;
  return { form, ...(field !== undefined && { field }), ...(values !== undefined && { values }) };
}

/** Who is entitled, in words. */
export function useAudienceName(pid: string) {
  const { t, i18n } = useTranslation();
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const forms = useQuery(formsQuery(pid)).data ?? [];
  return ({ tids, form, values }: HandOutAudience): string => {
    const names = tids?.map((tid) => teams.find((team) => team.tid === tid)?.name ?? tid);
    if (names !== undefined) return formatList(names, i18n.language);
    if (form === undefined) return t('desk.manage.everyone');
    const title = t('desk.manage.answered', { title: forms.find((one) => one.form === form)?.title ?? form });
    return values === undefined ? title : `${title}: ${values.join(', ')}`;
  };
}
