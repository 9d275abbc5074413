import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HoursStatement, Project } from '../../../client/client.ts';
import { shownName } from '../../../locales/format/names.ts';
import { formatNumber, toHours } from '../../../locales/format/numbers.ts';
import { joinSentences } from '../../../locales/format/sentences.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { TimesForm } from '../event-day/now/times-form.tsx';
import { useManagedProject, loadManaged } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { useEntryColumns } from './entries.tsx';
import { statementQuery } from './queries.ts';
import type { HoursEntry } from './reasons.ts';
import type { Loading } from '../../loading.ts';

export const loadPersonHoursPage = loadManaged('see_hours', ({ load, params: { pid, uid } }: Loading<'pid' | 'uid'>) =>
  load(statementQuery(pid, uid)),
);

/** For owners: what somebody's hours are made of, and correcting when they came and left. */
export function PersonHoursPage() {
  const { t, i18n } = useTranslation();
  const { pid, project } = useManagedProject();
  const { uid } = useParams({ from: '/signed-in/projects/$pid/manage/hours/$uid' });
  const statement = useQuery({ ...statementQuery(pid, uid), enabled: project.rights.see_hours });
  const name = statement.data === undefined ? '' : shownName(t, statement.data.name);
  usePageTitle(`${name} · ${t('hours.manage.title')}`);
  if (!project.rights.see_hours) return <OwnersOnly project={project} />;
  return (
    <>
      <PageLink to="/projects/$pid/manage/hours" params={{ pid }} size="sm">
        {`‹ ${t('hours.manage.title')}`}
      </PageLink>
      <Loaded query={statement}>
        {(found) => (
          <>
            <PageHead title={name} help={joinSentences([t('hours.rule'), t('hours.when')], i18n.language)} />
            <Entries project={project} statement={found} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Entries({ project, statement }: { project: Project; statement: HoursStatement }) {
  const { t, i18n } = useTranslation();
  const { pid, timezone } = project;
  const { uid, entries, minutes } = statement;
  const [chosen, setChosen] = useState<HoursEntry>();
  const columns = useEntryColumns(project);
  if (entries.length === 0) return <Text>{t('hours.manage.noneOf')}</Text>;
  return (
    <Stack gap="lg">
      <Text size="lg" fw={600}>
        {t('hours.total', { hours: formatNumber(toHours(minutes), i18n.language) })}
      </Text>
      <DataTable
        label={t('hours.hours')}
        columns={
          project.state === 'archived' || !project.rights.edit ? columns : [...columns, correctColumn(t, setChosen)]
        }
        rows={entries}
        keyOf={({ id }) => id}
      />
      {entries.some(({ kind }) => kind === 'work') ? (
        <PageLink to="/projects/$pid/manage/work" params={{ pid }}>
          {t('eventDay.work.title')}
        </PageLink>
      ) : null}
      <Dialog opened={chosen !== undefined} title={chosen?.title ?? ''} onClose={() => setChosen(undefined)}>
        {chosen === undefined ? null : (
          <TimesForm {...{ pid, timezone }} marked={{ ...chosen, uid }} onDone={() => setChosen(undefined)} />
        )}
      </Dialog>
    </Stack>
  );
}

const correctColumn = (t: TFunction, onCorrect: (entry: HoursEntry) => void): Column<HoursEntry> => ({
  key: 'correct',
  label: t('eventDay.times.correct'),
  width: '9rem',
  actions: true,
  cell: (entry) =>
    entry.kind === 'work' ? null : (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('ui.actionOn', { action: t('eventDay.times.correct'), name: entry.title })}
        onClick={() => onCorrect(entry)}
      >
        {t('eventDay.times.correct')}
      </Button>
    ),
});
