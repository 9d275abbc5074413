import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Field, HandOutAudience } from '../../../../client/client.ts';
import type { useFieldLabels } from '../../forms/answers/field-labels.ts';
import { formsQuery } from '../../forms/queries.ts';
import { useTeamNames } from '../../teams/team-names.ts';

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

/** Who is entitled, in words, without the answer. */
export function useAudienceName(pid: string) {
  const { t } = useTranslation();
  const teamNames = useTeamNames(pid);
  const forms = useQuery(formsQuery(pid)).data ?? [];
  return ({ tids, form }: HandOutAudience): string => {
    if (tids !== undefined) return teamNames(tids);
    if (form === undefined) return t('desk.manage.everyone');
    return t('desk.manage.answered', { title: forms.find((one) => one.form === form)?.title ?? form });
  };
}

type Labels = Pick<ReturnType<typeof useFieldLabels>, 'label' | 'options'>;

/** The question and the answers as people read them; what the form no longer has, as it is stored. */
export function questionOf({ field: key, values }: HandOutAudience, fields: readonly Field[], labels: Labels) {
  const field = fields.find((one) => one.key === key);
  const options = field === undefined ? [] : labels.options(field);
  return {
    question: field === undefined ? (key ?? '') : labels.label(field),
    answers: values?.map((value) => options.find((one) => one.value === value)?.label ?? value),
  };
}
