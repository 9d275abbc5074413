import { Button, Group, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api.ts';
import { DownloadButton } from '../../ui/download.tsx';
import { AuditList } from './audit-list.tsx';
import type { AuditFilter } from './audit-list.tsx';
import { auditWords, kindLabel, kindOf } from './sentences.ts';

type AuditViewProps = {
  filter: AuditFilter;
  /** The project whose log it is; otherwise the log of everything. */
  inside?: { pid: string; name: string; timezone: string };
  /** The projects to choose from; nothing inside a project. */
  projects?: readonly { pid: string; name: string }[];
  onFilter: (filter: AuditFilter) => void;
};

/** The log with its filters, which live in the address. */
export function AuditView({ filter, inside, projects, onFilter }: AuditViewProps) {
  const { t } = useTranslation();
  const { actor, kind, project } = filter;
  const person = useQuery({
    queryKey: ['audit', 'actor', actor],
    queryFn: () => call('get_user', { path: { uid: actor ?? '' } }),
    enabled: actor !== undefined,
    retry: false,
  });
  const known = projects ?? (inside === undefined ? [] : [inside]);
  /** What is undefined is taken out of the address. */
  const set = (name: keyof AuditFilter, value: string | null) => {
    const { [name]: _, ...rest } = filter;
    onFilter(value === null ? rest : { ...rest, [name]: value });
  };
  return (
    <Stack gap="xl">
      <Group align="flex-end" gap="md">
        {projects === undefined ? null : (
          <Select
            label={t('admin.audit.project')}
            placeholder={t('admin.audit.all')}
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
          data={auditWords.map((word) => ({ value: kindOf(word), label: kindLabel(t, word) }))}
          value={kind ?? null}
          onChange={(value) => set('kind', value)}
          clearable
          searchable
        />
        {actor === undefined ? null : (
          <Button variant="light" onClick={() => set('actor', null)}>
            {t('admin.audit.byWhom', { name: person.data?.name ?? '…' })}
          </Button>
        )}
        <DownloadButton
          name="audit.csv"
          word={t('admin.audit.export')}
          load={(long) => long('export_audit', { query: filter })}
        />
      </Group>
      <AuditList
        filter={filter}
        {...(inside === undefined ? {} : { timezone: inside.timezone })}
        projects={new Map(known.map(({ pid, name }) => [pid, name]))}
        onActor={(uid) => set('actor', uid)}
      />
    </Stack>
  );
}
