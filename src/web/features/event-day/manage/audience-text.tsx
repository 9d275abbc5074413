import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HandOutAudience } from '../../../../client/client.ts';
import { formatChoice } from '../../../../locales/format/lists.ts';
import { useFieldLabels } from '../../forms/answers/field-labels.ts';
import { formQuery } from '../../forms/queries.ts';
import { questionOf, useAudienceName } from './hand-out-audience.ts';

/** Who is entitled, in words. */
export function AudienceText({ pid, audience }: { pid: string; audience: HandOutAudience }) {
  const { t, i18n } = useTranslation();
  const who = useAudienceName(pid)(audience);
  const { form = '', field } = audience;
  const { kind = 'custom', fields = [] } =
    useQuery({ ...formQuery(pid, form), enabled: field !== undefined }).data ?? {};
  const { question, answers } = questionOf(audience, fields, useFieldLabels({ kind }));
  if (field === undefined) return who;
  const chosen = answers === undefined ? t('desk.manage.anyAnswer') : formatChoice(answers, i18n.language);
  return t('desk.manage.answeredWith', { who, question, answers: chosen });
}
