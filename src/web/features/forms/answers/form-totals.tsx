import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldTotal, FormEntry, FormTotals, Project } from '../../../../client/client.ts';
import { DownloadButton } from '../../../ui/download.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { formatMoney } from '../../../../locales/format/money.ts';
import { useFieldLabels } from './field-labels.ts';
import { Deadline } from '../deadline.tsx';
import { formQuery } from '../queries.ts';
import { Bars } from './bars.tsx';
import { CountTable } from './cross-counts.tsx';
import type { Bar } from './bars.tsx';
import { MissingPeople } from './missing-people.tsx';
import { exportOrderSheet, privateTotalsQuery, totalsQuery, variantTotalsQuery } from './queries.ts';
import { TotalsCard } from './totals-card.tsx';
import { totalsId } from '../search.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';

type FormTotalsCardProps = { project: Project; form: FormEntry; asTable: boolean };

/** The totals of a form, and how many people have not answered yet. */
export function FormTotalsCard({ project, form, asTable }: FormTotalsCardProps) {
  const { pid, rights } = project;
  const { t, i18n } = useTranslation();
  const totals = useQuery(totalsQuery(pid, form.form));
  return (
    <Loaded query={totals} embedded>
      {(found) => (
        <TotalsCard
          id={totalsId(form.form)}
          title={form.title}
          lead={
            <>
              {t('manage.totals.answered', { answered: found.people - found.not_answered, people: found.people })}
              {' · '}
              <Deadline form={form} />
            </>
          }
          aside={
            <Group gap="sm">
              {form.enabled ? null : <Badge variant="default">{t('manage.forms.off')}</Badge>}
              {hasOrder(found) && rights.create_forms ? (
                <DownloadButton
                  name={`${pid}-${form.form}-order.csv`}
                  text={t('forecast.order')}
                  label={t('forecast.orderOf', { title: form.title })}
                  size="xs"
                  className="muster-no-print"
                  load={exportOrderSheet(pid, form.form, i18n.language)}
                />
              ) : null}
            </Group>
          }
        >
          {found.fields
            .filter((field) => !field.private)
            .map((field) => (
              <FieldTotals key={field.key} kind={form.kind} field={field} totals={found} asTable={asTable} />
            ))}
          {form.kind === 'shirt_size' && rights.see_hours ? <SizesByCut pid={pid} form={form} /> : null}
          {isForeseen(found) ? (
            <Text size="sm" c="dimmed">
              {t('forecast.legend')}
            </Text>
          ) : null}
          {rights.create_forms && found.fields.some((field) => field.private) ? (
            <PrivateTotals {...{ pid, form, asTable }} />
          ) : null}
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
          {found.not_answered > 0 && rights.see_hours ? (
            <MissingPeople project={project} form={form} count={found.not_answered} />
          ) : null}
        </TotalsCard>
      )}
    </Loaded>
  );
}

const hasOrder = ({ fields }: FormTotals): boolean =>
  fields.some((field) => !field.private && (field.counts ?? []).length > 0);

/** Whether there is anything to foresee. */
const isForeseen = ({ fields, answered, not_answered: missing }: FormTotals): boolean =>
  answered > 0 && missing > 0 && fields.some((field) => !field.private && (field.counts ?? []).length > 0);

/** How many of each shirt: what to order. */
function SizesByCut({ pid, form }: { pid: string; form: FormEntry }) {
  const { t } = useTranslation();
  const question = { rows: 'size', columns: 'cut' };
  const table = useQuery(variantTotalsQuery(pid, form.form, question)).data?.table ?? null;
  const fields = useQuery(formQuery(pid, form.form)).data?.fields ?? [];
  const row = fields.find(({ key }) => key === question.rows);
  if (table === null || row === undefined) return null;
  return (
    <section aria-labelledby={`${form.form}-sizes-by-cut`}>
      <Title order={3} size="h6" mb="xs" id={`${form.form}-sizes-by-cut`}>
        {t('forecast.bySizeAndCut')}
      </Title>
      <CountTable form={form} row={row} table={table} />
    </section>
  );
}

/** Each look at totals of private answers is recorded, so they are loaded only when the owner asks for them. */
function PrivateTotals({ pid, form, asTable }: { pid: string; form: FormEntry; asTable: boolean }) {
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
  const number = (count: number) => formatNumber(count, i18n.language);
  const forecastText = ({ expected, low, high }: { expected: number; low: number; high: number }): string =>
    t('forecast.value', { expected: number(expected), low: number(low), high: number(high) });
  // Chiefs and deputies get no small numbers, nor others that would reveal one.
  const few = (counts ?? []).flatMap((one) => (one.count === null ? labelOf(one) : []));
  // Each choice, and last the people who have not answered.
  const bars: Bar[] = [
    ...(counts ?? []).flatMap((one) =>
      one.count === null
        ? []
        : {
            key: String(one.value),
            label: labelOf(one),
            count: one.count,
            ...(one.forecast === null || totals.not_answered === 0 ? {} : { forecast: forecastText(one.forecast) }),
          },
    ),
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
      {few.length === 0 ? null : (
        <Text size="sm" c="dimmed">
          {t('manage.totals.few', { labels: few })}
        </Text>
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
