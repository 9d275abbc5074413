import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrafficSubsidy } from '../../../client/client.ts';
import { read } from '../../api.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { formatMoney, parseMoney, toInput } from '../../ui/format/money.ts';
import { PasteTable } from './paste-table.tsx';
import { SubsidyRows } from './subsidy-rows.tsx';
import { faultsOf, mostRows, newRow } from './table.ts';
import type { Row } from './table.ts';
import { subsidiesQuery } from '../projects/manage-queries.ts';

type Values = { currency: string; rows: Row[] };
type SubsidyFormProps = {
  pid: string;
  currency: string | null;
  data: readonly TrafficSubsidy[];
  etag: string | undefined;
};

const valuesOf = (currency: string | null, data: readonly TrafficSubsidy[]): Values => ({
  currency: currency ?? '',
  // Keys that are the same for the same table, so that an untouched form is not taken for a changed one.
  rows: data.map(({ location, amount }) => ({ key: location, location, amount: toInput(amount, currency ?? '') })),
});

const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/** The whole table is one thing: it is edited and saved as one, so that nobody is paid by half of a new table. */
export function SubsidyForm({ pid, currency, data, etag }: SubsidyFormProps) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const [pasting, setPasting] = useState(false);
  const load = async () => {
    const table = await queryClient.fetchQuery({ ...subsidiesQuery(pid), staleTime: 0 });
    return { values: valuesOf(table.currency, table.data), etag: table.etag };
  };
  const editing = useEditing<Values>({
    draft: `travel-money:${pid}`,
    current: { values: valuesOf(currency, data), etag },
    load,
    save: async ({ currency: unit, rows }, tag) => {
      await read('replace_traffic_subsidies', {
        path: { pid },
        headers: tag === undefined ? {} : { 'if-match': tag },
        body: {
          currency: unit,
          data: rows.map(({ location, amount }) => ({
            location: location.trim(),
            amount: parseMoney(amount, unit) ?? 0,
          })),
        },
      });
      return load();
    },
    onSaved: () => void queryClient.invalidateQueries(),
    validate: ({ currency: unit, rows }): Record<string, string> => ({
      ...(isCurrency(unit) ? {} : { currency: t('manage.travel.currencyInvalid') }),
      ...(rows.length > mostRows ? { rows: t('manage.travel.tooMany', { count: mostRows }) } : {}),
      ...(faultsOf(rows, unit).size > 0 ? { rows: t('manage.travel.faulty') } : {}),
    }),
    savedMessage: t('manage.saved'),
  });
  const { form } = editing;
  const { currency: unit, rows } = form.values;
  const amounts = rows.map(({ amount }) => parseMoney(amount, unit) ?? 0);
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
      <EditingForm
        editing={editing}
        words={{
          currency: { label: t('manage.travel.currency') },
          rows: {
            label: t('manage.travel.rows'),
            show: (theirs) => theirs.map(({ location, amount }) => `${location}: ${amount}`).join('\n'),
          },
        }}
        action={t('manage.save')}
        disabled={!editing.dirty}
      >
        <Group justify="space-between" align="flex-end">
          <TextInput
            {...form.getInputProps('currency')}
            label={t('manage.travel.currency')}
            description={t('manage.travel.currencyHint')}
            placeholder="TWD"
            maxLength={3}
            maw="14rem"
            autoCapitalize="characters"
            onChange={(event) => form.setFieldValue('currency', event.currentTarget.value.toUpperCase())}
            required
          />
          <Button variant="default" onClick={() => setPasting(true)} disabled={!isCurrency(unit)}>
            {t('manage.travel.paste')}
          </Button>
        </Group>
        {rows.length === 0 ? <Text c="dimmed">{t('manage.travel.empty')}</Text> : null}
        <SubsidyRows
          rows={rows}
          currency={unit}
          faults={form.errors['rows'] === undefined ? new Map() : faultsOf(rows, unit)}
          onChange={(changed) => form.setFieldValue('rows', changed)}
        />
        <Group>
          <Button variant="default" size="xs" onClick={() => form.setFieldValue('rows', [...rows, newRow()])}>
            {t('manage.travel.addRow')}
          </Button>
          {isCurrency(unit) && rows.length > 0 ? (
            <Text size="sm" c="dimmed">
              {t('manage.travel.range', {
                count: rows.length,
                least: formatMoney(Math.min(...amounts), unit, i18n.language),
                most: formatMoney(Math.max(...amounts), unit, i18n.language),
              })}
            </Text>
          ) : null}
        </Group>
        {form.errors['rows'] === undefined ? null : (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {form.errors['rows']}
          </Text>
        )}
      </EditingForm>
      <PasteTable
        pid={pid}
        opened={pasting}
        currency={unit}
        existing={rows}
        onClose={() => setPasting(false)}
        onTake={(taken) => {
          form.setFieldValue('rows', taken);
          setPasting(false);
        }}
      />
    </Paper>
  );
}
