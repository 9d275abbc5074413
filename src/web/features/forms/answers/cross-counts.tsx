import { useQuery } from '@tanstack/react-query';
import { Group, NativeSelect, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CrossTable, Field, Form } from '../../../../client/client.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { isCountable } from './cross-table.ts';
import { useFieldLabels } from './field-labels.ts';
import { crossTableQuery } from './queries.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';

/** How many chose what, by two questions: sizes by cut, diets by day. For ordering. */
export function CrossCounts({ form }: { form: Form }) {
  const { t } = useTranslation();
  const labels = useFieldLabels(form);
  const fields = form.fields.filter(isCountable);
  const [chosen, setChosen] = useState({ row: fields.at(-2)?.key ?? '', column: fields.at(-1)?.key ?? '' });
  const [row, column] = [chosen.row, chosen.column].map((key) => fields.find((field) => field.key === key));
  if (fields.length < 2 || row === undefined || column === undefined) return null;
  const data = fields.map((field) => ({ value: field.key, label: labels.label(field) }));
  return (
    <section aria-labelledby="cross-counts">
      <Title order={2} size="h4" mb="sm" id="cross-counts">
        {t('manage.answers.crossTitle')}
      </Title>
      <Stack gap="md">
        <Group className="muster-no-print">
          <NativeSelect
            label={t('manage.answers.rows')}
            data={data}
            value={row.key}
            onChange={(event) => setChosen({ ...chosen, row: event.currentTarget.value })}
          />
          <NativeSelect
            label={t('manage.answers.columns')}
            data={data}
            value={column.key}
            onChange={(event) => setChosen({ ...chosen, column: event.currentTarget.value })}
          />
        </Group>
        <Counts form={form} row={row} column={column} />
      </Stack>
    </section>
  );
}

type CountsProps = { form: Form; row: Field; column: Field };

function Counts({ form, row, column }: CountsProps) {
  const isPrivate = row.private || column.private;
  const query = useQuery(crossTableQuery(form.pid, form.form, { rows: row.key, columns: column.key, isPrivate }));
  return (
    <Loaded query={query} embedded>
      {({ table }) => (table === null ? null : <CountTable form={form} row={row} table={table} />)}
    </Loaded>
  );
}

type CountTableProps = { form: Pick<Form, 'kind'>; row: Pick<Field, 'key' | 'label'>; table: CrossTable };

/** Shows sums, and what is expected once everybody has answered. */
export function CountTable({ form, row, table }: CountTableProps) {
  const { t, i18n } = useTranslation();
  const labels = useFieldLabels(form);
  const labelOf = ({ value, label }: { value: string | boolean; label: string }): string => {
    if (typeof value === 'boolean') return value ? t('project.forms.yes') : t('project.forms.no');
    return labels.option({ value, label });
  };
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table aria-label={t('manage.answers.crossTitle')} verticalSpacing="xs" withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{labels.label(row)}</Table.Th>
            {(table.data[0]?.counts ?? []).map((cell) => (
              <Table.Th key={String(cell.value)} scope="col" ta="end">
                {labelOf(cell)}
              </Table.Th>
            ))}
            <Table.Th scope="col" ta="end">
              {t('forecast.sum')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.data.map((line) => (
            <Table.Tr key={String(line.value)}>
              <Table.Th scope="row" fw={400}>
                {labelOf(line)}
              </Table.Th>
              {line.counts.map((cell) => (
                <Table.Td key={String(cell.value)} ta="end">
                  <CountCell cell={cell} />
                </Table.Td>
              ))}
              <Table.Td ta="end" fw={600}>
                {number(line.sum)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{t('forecast.sum')}</Table.Th>
            {table.sums.map((sum, index) => (
              <Table.Td key={String(table.data[0]?.counts[index]?.value)} ta="end" fw={600}>
                {number(sum)}
              </Table.Td>
            ))}
            <Table.Td ta="end" fw={600}>
              {number(table.sum)}
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}

function CountCell({ cell: { count, forecast } }: { cell: CrossTable['data'][number]['counts'][number] }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  const isOpen = forecast !== null && forecast.expected > 0 && forecast.low < forecast.high;
  return (
    <>
      {count === null || count === 0 ? (
        <Text span c="dimmed">
          –
        </Text>
      ) : (
        number(count)
      )}
      {isOpen ? (
        <Text span display="block" size="xs" c="dimmed">
          {t('forecast.short', {
            expected: number(forecast.expected),
            low: number(forecast.low),
            high: number(forecast.high),
          })}
        </Text>
      ) : null}
    </>
  );
}
