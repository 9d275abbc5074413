import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { formatWeekday } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { rejectsField } from '../../../ui/problems/api-problem.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { taskDaysQuery } from '../queries.ts';
import { NoDates } from './no-dates.tsx';
import { isPlannable, laterDay, plannableDays, projectDays } from './project-days.ts';
import { copyDay } from './queries.ts';
import { useUndoable } from './undo.tsx';

type CopyDayProps = { project: Project; tid?: string | undefined; opened: boolean; onClose: () => void };

/** Copies the tasks of one day to another. */
export function CopyDay({ project, tid = '', opened, onClose }: CopyDayProps) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} title={t('series.copy.title')} onClose={onClose}>
      {projectDays(project).length === 0 ? (
        <NoDates project={project} />
      ) : (
        <CopyForm project={project} tid={tid} onDone={onClose} />
      )}
    </Dialog>
  );
}

function CopyForm({ project, tid, onDone }: { project: Project; tid: string; onDone: () => void }) {
  const { t, i18n } = useTranslation();
  const { pid } = project;
  const days = projectDays(project);
  const undoable = useUndoable(pid);
  const [team, setTeam] = useState(tid);
  const planned = useQuery({
    ...taskDaysQuery(pid, { planned: true, ...(team !== '' && { tid: team }) }),
    placeholderData: keepPreviousData,
  });
  const countOn = (day: string): number => planned.data?.find((one) => one.day === day)?.count ?? 0;
  const [chosen, setChosen] = useState<{ from?: string; to?: string }>({});
  const filled = (planned.data ?? []).map(({ day }) => day);
  const from = filled.find((day) => day === chosen.from) ?? filled[0] ?? '';
  const later = days.filter((day) => day > from);
  const to = chosen.to ?? later.find((day) => countOn(day) === 0) ?? later[0] ?? (from === '' ? '' : laterDay(from, 1));
  const teams = (useQuery(teamsQuery(pid)).data ?? []).filter(({ rights, disabled }) => rights.edit && !disabled);
  const copy = useChange(copyDay(pid), {
    onDone: (_, { step, tasks }) => {
      onDone();
      undoable(step, t('series.copy.done', { count: tasks.length }));
    },
  });
  const optionOf = (day: string) => ({ value: day, label: formatWeekday(day, i18n.language) });
  // Without tasks there is nothing to choose; while a team is chosen, another one may have some.
  if (planned.isSuccess && filled.length === 0 && team === '') return <Text>{t('series.copy.nothing')}</Text>;
  const texts = rejectsField(copy.error, 'from_day') ? { invalid_input: t('series.copy.none') } : {};
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        copy.mutate({ from_day: from, to_day: to, ...(team !== '' && { tids: [team] }) });
      }}
    >
      <Stack>
        <NativeSelect
          label={t('series.copy.from')}
          data={filled.map(optionOf)}
          value={from}
          onChange={(event) => setChosen({ ...chosen, from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('series.copy.to')}
          description={isPlannable(project, to) ? formatWeekday(to, i18n.language) : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...plannableDays(project)}
          value={to}
          onChange={(event) => setChosen({ ...chosen, to: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('series.fields.team')}
          data={[
            { value: '', label: project.rights.edit ? t('project.tasks.allTeams') : t('series.copy.myTeams') },
            ...teams.map(({ tid, name }) => ({ value: tid, label: name })),
          ]}
          value={team}
          onChange={(event) => setTeam(event.currentTarget.value)}
        />
        <output>
          <Text size="sm">{t('series.copy.copies', { count: countOn(from) })}</Text>
          <Text size="sm">{t('series.copy.noPeople')}</Text>
          {countOn(to) === 0 ? null : (
            <Text size="sm">
              {t('series.copy.already', { count: countOn(to), day: formatWeekday(to, i18n.language) })}
            </Text>
          )}
        </output>
        {copy.error === null ? null : <OrganiserProblem error={copy.error} texts={texts} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={copy.isPending}
            disabled={from === '' || from === to || !isPlannable(project, to)}
          >
            {t('series.copy.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
