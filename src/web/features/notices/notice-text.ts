import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../client/client.ts';
import { formatDateTimeAt, formatMovedSpanAt, formatSpanAt, unbroken } from '../../../locales/format/dates.ts';
import { formatMoney } from '../../../locales/format/money.ts';
import { invitedAddress, unnamedActor } from '../../../locales/format/notice-actor.ts';

/** What a notice says, in sentences, with times in the time zone of the event. */
export function useNoticeText(): (notice: Notice) => string[] {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return ({ kind, texts, previous, values, timezone, actor, project }) => {
    const zone = timezone ?? 'UTC';
    const [old, span] = [spanOf(previous), spanOf(values)];
    const { amount = 0, currency, closes_at: closes } = values;
    const parameters = {
      title: values.title ?? '',
      number: values.tasks ?? values.invitations ?? 0,
      oldTitle: previous.title ?? '',
      team: values.team ?? '',
      form: values.form ?? '',
      part: values.part === undefined ? '' : t(`notices.parts.${values.part}`, { team: values.team ?? '' }),
      project: project ?? '',
      actor: actor || invitedAddress(kind, values) || t(unnamedActor(kind, actor)),
      what: values.what ?? '',
      reason: values.reason ?? '',
      when: span === undefined ? '' : unbroken(formatSpanAt(...span, language, zone)),
      before: old === undefined ? '' : unbroken(formatSpanAt(...old, language, zone)),
      after: old === undefined || span === undefined ? '' : unbroken(formatMovedSpanAt(old, span, language, zone)),
      closes: closes === undefined ? '' : unbroken(formatDateTimeAt(closes, language, zone)),
      amount: currency === undefined ? '' : formatMoney(amount, currency, language),
    };
    return texts.map((text) => t(`notices.kinds.${text}`, parameters));
  };
}

const spanOf = ({ starts_at: from, ends_at: to }: Notice['values']): [string, string] | undefined =>
  from === undefined || to === undefined ? undefined : [from, to];
