import { CloseButton, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DownloadButton } from '../../ui/download.tsx';
import { userQuery } from '../users/queries.ts';
import { AuditList } from './audit-list.tsx';
import { exportAudit } from './queries.ts';
import type { AuditFilter } from './queries.ts';
import { auditKinds, kindOf } from './sentences.ts';

type AuditViewProps = {
  /** The filters, and the order if it is not the usual one. */
  filter: AuditFilter & { order?: 'oldest' };
  /** The project whose log it is; the log of everything without it. */
  inside?: { pid: string; name: string; timezone: string };
  /** The projects to filter by; none in the log of one project. */
  projects?: readonly { pid: string; name: string }[];
  onFilter: (filter: AuditFilter & { order?: 'oldest' }) => void;
};

/** The log with its filters, which are kept in the address. */
export function AuditView({ filter: search, inside, projects, onFilter }: AuditViewProps) {
  const { t } = useTranslation();
  const { order, ...filter } = search;
  const { actor, kind, project } = filter;
  const person = useQuery({ ...userQuery(actor ?? ''), enabled: actor !== undefined, retry: false });
  const known = projects ?? (inside === undefined ? [] : [inside]);
  const set = (name: keyof AuditFilter, value: string | null) => {
    const { [name]: _, ...rest } = search;
    onFilter(value === null ? rest : { ...rest, [name]: value });
  };
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="md">
        {projects === undefined ? null : (
          <Select
            label={t('admin.audit.project')}
            placeholder={t('admin.audit.allProjects')}
            data={projects.map(({ pid, name }) => ({ value: pid, label: name }))}
            value={project ?? null}
            onChange={(value) => set('project', value)}
            clearable
            searchable
          />
        )}
        <Select
          label={t('admin.audit.kind')}
          placeholder={t('admin.audit.all')}
          data={auditKinds.map((key) => ({ value: kindOf(key), label: t(`admin.audit.kinds.${key}`) }))}
          value={kind ?? null}
          onChange={(value) => set('kind', value)}
          clearable
          searchable
        />
        {actor === undefined ? null : (
          <Group gap="xs" mih={36}>
            <Text size="sm">{t('admin.audit.byWhom', { name: person.data?.name ?? '…' })}</Text>
            <CloseButton
              aria-label={t('admin.audit.clearActor')}
              title={t('admin.audit.clearActor')}
              onClick={() => set('actor', null)}
            />
          </Group>
        )}
        <DownloadButton name="audit.csv" text={t('admin.audit.export')} load={exportAudit(filter)} />
      </Group>
      <AuditList
        filter={filter}
        timezone={inside?.timezone}
        projects={new Map(known.map(({ pid, name }) => [pid, name]))}
        onActor={(uid) => set('actor', uid)}
        order={order ?? 'newest'}
        onOrder={(next) => onFilter({ ...filter, ...(next === 'oldest' ? { order: next } : {}) })}
      />
    </Stack>
  );
}
