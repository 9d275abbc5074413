import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HandOut } from '../../../../client/client.ts';
import { formatDay } from '../../../../locales/format/dates.ts';
import { formatChoice, formatList } from '../../../../locales/format/lists.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import { useFieldLabels } from '../../forms/answers/field-labels.ts';
import { formQuery, formsQuery } from '../../forms/queries.ts';
import { kindsQuery } from '../../tasks/signup/queries.ts';
import { questionOf, useAudienceName } from './hand-out-audience.ts';

type RuleTextProps = { pid: string; handOut: HandOut };

/** Who gets it, in one line. */
export function RuleText({ pid, handOut }: RuleTextProps) {
  const { t, i18n } = useTranslation();
  const { audience, earned, per_person: perPerson, variant_field: variants } = handOut;
  const forms = useQuery(formsQuery(pid)).data ?? [];
  const taskKinds = useQuery({ ...kindsQuery(pid), enabled: earned?.task_kinds !== undefined }).data ?? [];
  const hours = (count: number) => formatNumber(count, i18n.language);
  const names = (earned?.task_kinds ?? []).map((id) => taskKinds.find((kind) => kind.id === id)?.name ?? id);
  const { min_hours: from, per_hours: per, day } = earned ?? {};
  const parts = [
    ...(from === undefined ? [] : [t('goods.rule.from', { hours: hours(from) })]),
    ...(per === undefined ? [] : [t('goods.rule.per', { hours: hours(per) })]),
    ...(earned !== null && from === undefined && per === undefined ? [t('goods.rule.tasks')] : []),
    ...(day === undefined
      ? []
      : [day === 'each' ? t('goods.rule.each') : t('goods.rule.on', { day: formatDay(day, i18n.language) })]),
    ...(names.length === 0 ? [] : [t('goods.rule.kinds', { kinds: formatList(names, i18n.language) })]),
    ...(perPerson === null ? [] : [t('goods.rule.perPerson', { count: perPerson })]),
    ...(variants === null
      ? []
      : [t('goods.rule.variants', { form: forms.find(({ form }) => form === variants.form)?.title ?? variants.form })]),
  ];
  return (
    <>
      <AudienceText pid={pid} audience={audience} />
      {parts.length === 0 ? null : ` · ${parts.join(' · ')}`}
    </>
  );
}

function AudienceText({ pid, audience }: { pid: string; audience: HandOut['audience'] }) {
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
