import { maxLocations } from '../../../shared/limits.ts';
import { Group, Button, Paper, Stack, Text, TextInput, ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useId, useState } from 'react';
import { formatMoney, parseMoney, toMoneyInput } from '../../../locales/format/money.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import type { Versioned } from '../../api.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import type { Version } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { useManagedProject, loadManaged } from '../projects/managed-project.ts';
import { TravelTabs } from '../forms/payments/travel-tabs.tsx';
import { formsQuery } from '../forms/queries.ts';
import { subsidiesQuery, editSubsidies } from './queries.ts';
import type { SubsidyTable } from './queries.ts';
import { PasteTable } from './paste-table.tsx';
import { problemsOf, newRow } from './table.ts';
import type { Row, RowProblem } from './table.ts';
import { CloseIcon } from './close-icon.tsx';
import styles from './subsidy-rows.module.css';

export const loadSubsidiesPage = loadManaged('edit_subsidies', ({ load, params: { pid } }) =>
  Promise.all([load(subsidiesQuery(pid)), load(formsQuery(pid))]),
);

export function SubsidiesPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const table = useQuery(subsidiesQuery(pid));
  usePageTitle(`${t('manage.parts.travel')} · ${project.name}`);
  if (!project.rights.edit_subsidies) return <OwnersOnly project={project} />;
  return (
    <>
      <TravelTabs pid={pid} at="table" />
      <PageHead title={t('manage.parts.travel')} help={t('manage.travel.lead')} />
      <Loaded query={table} embedded>
        {(found) => <SubsidyForm pid={pid} table={found} />}
      </Loaded>
    </>
  );
}

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
function SubsidyForm({ pid, table }: SubsidyFormProps) {
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
      ...(rows.length > maxLocations ? { rows: t('manage.travel.tooMany', { count: maxLocations }) } : {}),
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

type SubsidyRowsProps = {
  rows: readonly Row[];
  currency: string;
  problems: ReadonlyMap<string, RowProblem>;
  onChange: (rows: Row[]) => void;
};

/** Each cell is an input; on phones each row is a card. */
function SubsidyRows({ rows, currency, problems, onChange }: SubsidyRowsProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  const change = (key: string, fields: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  const errorOf = (key: string, ...kinds: RowProblem[]) => {
    const problem = problems.get(key);
    return problem !== undefined && kinds.includes(problem) ? t(`manage.travel.faults.${problem}`) : undefined;
  };
  return (
    <ul className={`muster-plain-list ${styles.rows}`} aria-label={t('manage.travel.rows')}>
      {rows.map((row, index) => (
        <li key={row.key}>
          <TextInput
            aria-label={t('manage.travel.locationOf', { number: index + 1 })}
            placeholder={t('manage.travel.location')}
            value={row.location}
            maxLength={100}
            error={errorOf(row.key, 'location', 'repeated')}
            onChange={(event) => change(row.key, { location: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('manage.travel.amountOf', { location: row.location === '' ? index + 1 : row.location })}
            placeholder={t('manage.travel.amount')}
            value={row.amount}
            inputMode="decimal"
            error={errorOf(row.key, 'amount')}
            rightSection={<span className={styles.unit}>{currency}</span>}
            rightSectionWidth={52}
            rightSectionPointerEvents="none"
            onChange={(event) => change(row.key, { amount: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            c="inherit"
            size="lg"
            aria-label={t('manage.travel.removeRow', { location: row.location === '' ? index + 1 : row.location })}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            <CloseIcon />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
