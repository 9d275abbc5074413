import { Badge, Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldTotal, FormEntry, FormTotals } from '../../../../client/client.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { formatMoney } from '../../../../locales/format/money.ts';
import { useFieldLabels } from './field-labels.ts';
import { Bars } from './bars.tsx';
import type { Bar } from './bars.tsx';
import { MissingPeople } from './missing-people.tsx';
import { privateTotalsQuery, totalsQuery } from './queries.ts';
import { TotalsCard } from './totals-card.tsx';
import { formatNumber } from '../../../../locales/format/numbers.ts';

type FormTotalsCardProps = { pid: string; form: FormEntry; asTable: boolean };

/** The totals of a form, and how many people have not answered yet. */
export function FormTotalsCard({ pid, form, asTable }: FormTotalsCardProps) {
  const { t } = useTranslation();
  const totals = useQuery(totalsQuery(pid, form.form));
  return (
    <Loaded query={totals} embedded>
      {(found) => (
        <TotalsCard
          title={form.title}
          lead={t('manage.totals.answered', { answered: found.people - found.not_answered, people: found.people })}
          aside={form.enabled ? null : <Badge variant="default">{t('manage.forms.off')}</Badge>}
        >
          {found.fields
            .filter((field) => !field.private)
            .map((field) => (
              <FieldTotals key={field.key} kind={form.kind} field={field} totals={found} asTable={asTable} />
            ))}
          {found.fields.some((field) => field.private) ? <PrivateTotals {...{ pid, form, asTable }} /> : null}
          {found.outside > 0 ? (
            <Text size="sm" c="dimmed">
              {t('manage.totals.outside', { count: found.outside })}
            </Text>
          ) : null}
          {found.left > 0 ? (
            <Text size="sm" c="dimmed">
              {t('manage.totals.left', { count: found.left })}
            </Text>
          ) : null}
          {found.not_answered > 0 ? <MissingPeople pid={pid} form={form} count={found.not_answered} /> : null}
        </TotalsCard>
      )}
    </Loaded>
  );
}

/** Each look at totals of private answers is recorded, so they are loaded only when the owner asks for them. */
function PrivateTotals({ pid, form, asTable }: FormTotalsCardProps) {
  const { t } = useTranslation();
  const [requested, setRequested] = useState(false);
  const totals = useQuery({ ...privateTotalsQuery(pid, form.form), enabled: requested });
  return (
    <>
      {totals.data === undefined ? (
        <Stack gap="xs" align="flex-start" className="muster-no-print">
          <Text size="sm" c="dimmed">
            {t('manage.totals.privateText')}
          </Text>
          <Button
            variant="default"
            loading={totals.isFetching}
            aria-label={t('manage.totals.privateOf', { title: form.title })}
            onClick={() => (requested ? void totals.refetch() : setRequested(true))}
          >
            {t('manage.totals.privateShow')}
          </Button>
        </Stack>
      ) : null}
      {totals.isError ? <ProblemAlert error={totals.error} /> : null}
      {totals.data?.fields
        .filter((field) => field.private)
        .map((field) => (
          <FieldTotals key={field.key} kind={form.kind} field={field} totals={totals.data} asTable={asTable} />
        ))}
    </>
  );
}

type FieldTotalsProps = { kind: FormEntry['kind']; field: FieldTotal; totals: FormTotals; asTable: boolean };

function FieldTotals({ kind, field, totals, asTable }: FieldTotalsProps) {
  const { t, i18n } = useTranslation();
  const labels = useFieldLabels({ kind });
  const { counts, sum, sums } = field;
  if (counts === null && sum === null && (sums === null || sums.length === 0)) return null;
  const label = labels.label(field);
  const labelOf = ({ value, label: text }: { value: string | boolean; label: string }): string => {
    if (typeof value === 'string') return labels.option({ value, label: text });
    return value ? t('manage.forms.yes') : t('manage.forms.no');
  };
  // Each choice, and last the people who have not answered.
  const bars: Bar[] = [
    ...(counts ?? []).map((one) => ({ key: String(one.value), label: labelOf(one), count: one.count ?? 0 })),
    { key: '', label: t('manage.totals.notAnswered'), count: totals.not_answered, missing: true },
  ];
  return (
    <section aria-label={label}>
      <Title order={3} size="h6" mb="xs">
        {label}
      </Title>
      {counts === null ? null : (
        <Bars title={label} asTable={asTable} bars={bars} none={(texts) => t('homes.zeros', { labels: texts })} />
      )}
      {sum === null ? null : <Total>{formatNumber(sum, i18n.language)}</Total>}
      {sums?.map(({ currency, amount }) => (
        <Total key={currency}>{formatMoney(amount, currency, i18n.language)}</Total>
      ))}
    </section>
  );
}

const Total = ({ children }: { children: string }) => (
  <Text fz="1.7rem" fw={650} lh={1.2}>
    {children}
  </Text>
);
