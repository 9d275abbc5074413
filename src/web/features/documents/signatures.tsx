import { Group, SegmentedControl, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document, Project, SignatureRow } from '../../../client/client.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { useRows } from '../../ui/paging.ts';
import { PrintButton } from '../../ui/print-button.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { signaturesQuery } from './queries.ts';

type SignaturesProps = { project: Project; document: Document };

/** Who signed which version when, and who has not signed the current one. For owners, and for chiefs about their people. */
export function Signatures({ project, document }: SignaturesProps) {
  const { t } = useTranslation();
  const [missing, setMissing] = useState(false);
  const list = useInfiniteQuery(signaturesQuery(project.pid, document.id, missing));
  const { rows, more, loadRest } = useRows(list);
  return (
    <section aria-labelledby="signatures">
      <Title order={2} size="h4" mb="sm" id="signatures">
        {t('documents.signatures')}
      </Title>
      <Group mb="sm" gap="md" className="muster-no-print">
        <SegmentedControl
          aria-label={t('documents.signatures')}
          value={missing ? 'missing' : 'signed'}
          onChange={(value) => setMissing(value === 'missing')}
          data={[
            { value: 'signed', label: t('documents.signedList') },
            { value: 'missing', label: t('documents.missingList') },
          ]}
        />
        <PrintButton prepare={loadRest} />
      </Group>
      <Loaded query={list} embedded>
        {() =>
          rows.length === 0 ? (
            <Text c="dimmed">{t(missing ? 'documents.nobodyMissing' : 'documents.nobodySigned')}</Text>
          ) : (
            <SignatureTable {...{ project, rows, missing, more }} />
          )
        }
      </Loaded>
    </section>
  );
}

type SignatureTableProps = {
  project: Project;
  rows: SignatureRow[];
  missing: boolean;
  more: ReturnType<typeof useRows>['more'];
};

function SignatureTable({ project, rows, missing, more }: SignatureTableProps) {
  const { t, i18n } = useTranslation();
  const timeOf = (at: string | null) => (at === null ? '' : formatDateTimeAt(at, i18n.language, project.timezone));
  const name: Column<SignatureRow> = {
    key: 'name',
    label: t('project.teams.name'),
    cell: (row) => shownName(t, row.name),
  };
  const columns: Column<SignatureRow>[] = [
    name,
    { key: 'version', label: t('documents.version'), width: '7rem', cell: ({ version }) => version },
    { key: 'signed', label: t('documents.signedOn'), cell: ({ signed_at: at }) => timeOf(at) },
    { key: 'until', label: t('documents.validUntil'), cell: ({ valid_until: at }) => timeOf(at) },
    {
      key: 'current',
      label: t('documents.counts'),
      width: '7rem',
      cell: ({ current }) => (current ? t('documents.yes') : t('documents.no')),
    },
  ];
  return (
    <DataTable
      label={t('documents.signatures')}
      columns={missing ? [name] : columns}
      rows={rows}
      keyOf={({ uid, version }) => `${uid} ${version ?? ''}`}
      more={more}
    />
  );
}
