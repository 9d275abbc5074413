import { Paper, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Form, OwnResponse } from '../../../../client/client.ts';
import { formatDate, formatDay } from '../../../../locales/format/dates.ts';
import { formatMoney } from '../../../../locales/format/money.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { PageLink } from '../../../ui/links.tsx';
import { useMe } from '../../people/queries.ts';
import { fieldsToFill, filledFrom } from './answers.ts';
import { useFieldLabels } from './field-labels.ts';
import { useShownZone } from '../../projects/event/event-zone.tsx';

type Answers = Record<string, unknown>;

/** The own answers, read only, after the form has closed. */
export function SavedAnswers({ form, answers }: { form: Form; answers: Answers }) {
  const { t, i18n } = useTranslation();
  const labels = useFieldLabels(form);
  const filled = filledFrom(form.fields, answers);
  const given = fieldsToFill(form.fields).filter(({ key }) => answers[key] !== undefined);
  return (
    <Paper className="muster-surface" p="lg">
      <dl className="muster-theirs">
        {given.map((field) => {
          const value = filled[field.key] ?? '';
          const optionLabels = new Map(labels.options(field).map((option) => [option.value, option.label]));
          const textOf = (one: string): string => {
            if (field.type === 'yes_no') return one === 'yes' ? t('project.forms.yes') : t('project.forms.no');
            return field.type === 'date' ? formatDay(one, i18n.language) : (optionLabels.get(one) ?? one);
          };
          return (
            <div key={field.key}>
              <dt>{labels.label(field)}</dt>
              <dd>{formatList((typeof value === 'string' ? [value] : value).map(textOf), i18n.language)}</dd>
            </div>
          );
        })}
      </dl>
    </Paper>
  );
}

/** The travel money that the server has computed for the saved answers. People whom the form no longer asks get none. */
function dueTo({ answers, asked }: OwnResponse): { amount: number; currency: string } | null {
  const amount = asked ? answers?.['amount'] : undefined;
  const currency = answers?.['currency'];
  return typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : null;
}

const amountText = (t: TFunction, { claim }: OwnResponse, amount: string): string =>
  t(claim === null ? 'project.forms.amount' : 'project.forms.amountAtMost', { amount });

/** Beside the button, where people look after they have sent their answer. */
export function DueText({ own }: { own: OwnResponse }) {
  const { t, i18n } = useTranslation();
  const due = dueTo(own);
  if (due === null) return null;
  return (
    <div>
      <Text fw={600}>{amountText(t, own, formatMoney(due.amount, due.currency, i18n.language))}</Text>
      <BankNeeded own={own} />
      <ToClaim own={own} />
    </div>
  );
}

/** Where to add receipts, if the project pays for them. */
function ToClaim({ own: { pid, claim } }: { own: OwnResponse }) {
  const { t } = useTranslation();
  if (claim === null) return null;
  return (
    <Text>
      <PageLink to="/projects/$pid/claims/$id" params={{ pid, id: claim.id }} fw={600} underline="always">
        {t(
          claim.state === 'draft' || claim.state === 'returned' ? 'project.forms.addReceipts' : 'project.forms.toClaim',
        )}
      </PageLink>
    </Text>
  );
}

function BankNeeded({ own: { pid, form, paid, passes_on: shared } }: { own: OwnResponse }) {
  const { t } = useTranslation();
  const isMissing = useMe()?.missing.includes('bank') === true;
  if (!isMissing || paid !== null || !shared.includes('bank')) return null;
  return (
    <PageLink to="/me/bank" search={{ pid, form }} fw={600} underline="always">
      {t('project.forms.bankNeeded')}
    </PageLink>
  );
}

export function TravelAmount({ own }: { own: OwnResponse }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const { paid } = own;
  const due = dueTo(own);
  if (due === null && paid === null) return null;
  const format = (one: { amount: number; currency: string }) => formatMoney(one.amount, one.currency, i18n.language);
  return (
    <Paper className="muster-surface" p="lg">
      {due === null ? null : (
        <Text fw={650} size="lg">
          {amountText(t, own, format(due))}
        </Text>
      )}
      {due === null ? null : <BankNeeded own={own} />}
      <ToClaim own={own} />
      {paid === null ? null : (
        <Text>
          {t('project.forms.paidOn', { date: formatDate(paid.at, i18n.language, zone), amount: format(paid) })}
        </Text>
      )}
      {due === null ? null : (
        <Text c="dimmed" size="sm">
          {t('project.forms.amountText')}
        </Text>
      )}
    </Paper>
  );
}
