import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../api.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import type { Version } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { formatMoney, parseMoney, toMoneyInput } from '../../../locales/format/money.ts';
import { PasteTable } from './paste-table.tsx';
import { editSubsidies } from './queries.ts';
import type { SubsidyTable } from './queries.ts';
import { SubsidyRows } from './subsidy-rows.tsx';
import { problemsOf, maxRows, newRow } from './table.ts';
import type { Row } from './table.ts';

type Values = { currency: string; rows: Row[] };
type SubsidyFormProps = { pid: string; table: Versioned<SubsidyTable> };

const versionOf = ({ body: { currency, data }, etag }: Versioned<SubsidyTable>): Version<Values> => ({
  values: {
    currency: currency ?? '',
    // The same table always gets the same keys, so that an untouched form does not count as changed.
    rows: data.map(({ location, amount }) => ({
      key: location,
      location,
      amount: toMoneyInput(amount, currency ?? ''),
    })),
  },
  etag,
});

const bodyOf = ({ currency, rows }: Values) => ({
  currency,
  data: rows.map(({ location, amount }) => ({
    location: location.trim(),
    amount: parseMoney(amount, currency) ?? 0,
  })),
});

const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/** The whole table is edited and saved at once, so that nobody is paid by half of a new table. */
export function SubsidyForm({ pid, table }: SubsidyFormProps) {
  const { t, i18n } = useTranslation();
  const [pasting, setPasting] = useState(false);
  const reasonId = useId();
  const record = editSubsidies(pid);
  const editing = useEditing<Values>({
    draft: `travel-money:${pid}`,
    current: versionOf(table),
    load: async () => versionOf(await record.load()),
    save: async (values, etag) => versionOf(await record.save(bodyOf(values), etag)),
    items: { rows: newRow() },
    affects: record.affects,
    validate: ({ currency: unit, rows }): Record<string, string> => ({
      ...(isCurrency(unit) ? {} : { currency: t('manage.travel.currencyInvalid') }),
      ...(rows.length > maxRows ? { rows: t('manage.travel.tooMany', { count: maxRows }) } : {}),
      ...(problemsOf(rows, unit).size > 0 ? { rows: t('manage.travel.faulty') } : {}),
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
        fields={{
          currency: { label: t('manage.travel.currency') },
          rows: {
            label: t('manage.travel.rows'),
            show: (theirs) =>
              theirs.map(({ location, amount }) => t('ui.labelled', { label: location, value: amount })).join('\n'),
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
            maxLength={3}
            maw="14rem"
            autoCapitalize="characters"
            onChange={(event) => form.setFieldValue('currency', event.currentTarget.value.toUpperCase())}
            required
          />
          <Stack gap={4} align="flex-end">
            <Button
              variant="default"
              onClick={() => setPasting(true)}
              disabled={!isCurrency(unit)}
              aria-describedby={isCurrency(unit) ? undefined : reasonId}
            >
              {t('manage.travel.paste')}
            </Button>
            {isCurrency(unit) ? null : (
              <Text size="xs" c="dimmed" id={reasonId}>
                {t('manage.travel.pasteNeedsCurrency')}
              </Text>
            )}
          </Stack>
        </Group>
        {rows.length === 0 ? <Text c="dimmed">{t('manage.travel.empty')}</Text> : null}
        <SubsidyRows
          rows={rows}
          currency={unit}
          problems={form.errors['rows'] === undefined ? new Map() : problemsOf(rows, unit)}
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
