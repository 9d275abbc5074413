import { Group, NativeSelect, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, Form, Response } from '../../../client/client.ts';
import { choicesOf, countPairs, isCountable, pairOf } from './cross-table.ts';
import { useFieldLabels } from './field-labels.ts';

/** How many chose what, by two questions: sizes by cut, diets by day. For ordering. */
export function CrossCounts({ form, responses }: { form: Form; responses: readonly Response[] }) {
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
        <CountTable form={form} responses={responses} row={row} column={column} />
      </Stack>
    </section>
  );
}

type CountTableProps = { form: Form; responses: readonly Response[]; row: Field; column: Field };

function CountTable({ form, responses, row, column }: CountTableProps) {
  const { t, i18n } = useTranslation();
  const labels = useFieldLabels(form);
  const number = new Intl.NumberFormat(i18n.language);
  const counts = countPairs(responses, row.key, column.key);
  const labelOf = (field: Field, value: string): string => {
    if (field.type === 'yes_no') return value === 'true' ? t('project.forms.yes') : t('project.forms.no');
    return labels.options(field).find((option) => option.value === value)?.label ?? value;
  };
  const columns = choicesOf(column);
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table aria-label={t('manage.answers.crossTitle')} verticalSpacing="xs" withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{labels.label(row)}</Table.Th>
            {columns.map((value) => (
              <Table.Th key={value} scope="col" ta="right">
                {labelOf(column, value)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {choicesOf(row).map((value) => (
            <Table.Tr key={value}>
              <Table.Th scope="row" fw={400}>
                {labelOf(row, value)}
              </Table.Th>
              {columns.map((other) => {
                const count = counts.get(pairOf(value, other)) ?? 0;
                return (
                  <Table.Td key={other} ta="right">
                    {count === 0 ? (
                      <Text span c="dimmed">
                        –
                      </Text>
                    ) : (
                      number.format(count)
                    )}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
