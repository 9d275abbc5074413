import { Button, Checkbox, Group, NumberInput, Paper, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { formatWeekday } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { ChipChoice } from '../../../ui/editing/chip-choice.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { daysOfTasks } from '../bulk/project-days.ts';
import { plannedTasksQuery } from '../queries.ts';
import { startDraft } from './queries.ts';

type Values = { tids: string[]; days: string[]; keep: boolean; fillAll: boolean; hours: number | string };

/** What is planned: for which teams and days, how long anybody works, and whether people can be moved. */
export function NewDraft({ project }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const { pid } = project;
  const navigate = useNavigate();
  const teams = (useQuery(teamsQuery(pid)).data ?? []).filter(({ rights, disabled }) => rights.edit && !disabled);
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/tasks/drafts' });
  const tasks = (useQuery(plannedTasksQuery(pid, undefined, true)).data ?? []).filter(({ rights }) => rights.edit);
  const days = daysOfTasks(tasks, project.timezone);
  const form = useForm<Values>({
    initialValues: {
      tids: search.tid === undefined ? [] : [search.tid],
      days: [],
      keep: true,
      fillAll: false,
      hours: '',
    },
  });
  const start = useChange(startDraft(pid), {
    onDone: (_, { id }) => void navigate({ to: '/projects/$pid/manage/tasks/drafts/$id', params: { pid, id } }),
  });
  const submit = form.onSubmit(({ tids, days: chosen, keep, fillAll, hours }) => {
    const offered = tids.filter((tid) => teams.some((team) => team.tid === tid));
    start.mutate({
      keep,
      fill_all: fillAll,
      ...(teams.length > 1 && offered.length > 0 && { tids: offered }),
      ...(chosen.length > 0 && { days: chosen }),
      ...(hours !== '' && { max_hours_per_day: Number(hours) }),
    });
  });
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="new-draft">
      <Title order={2} size="h4" mb="sm" id="new-draft">
        {t('drafts.new')}
      </Title>
      <form noValidate onSubmit={submit}>
        <Stack maw="32rem">
          {teams[0] !== undefined && teams.length === 1 && !project.rights.edit ? (
            <Text>{t('drafts.onlyTeam', { team: teams[0].name })}</Text>
          ) : null}
          {teams.length < 2 ? null : (
            <ChipChoice
              label={t('drafts.teams')}
              description={t('drafts.teamsHint')}
              options={teams.map(({ tid, name }) => ({ value: tid, label: name }))}
              value={form.values.tids}
              onChange={(tids) => form.setFieldValue('tids', tids)}
            />
          )}
          {days.length < 2 ? null : (
            <ChipChoice
              label={t('drafts.days')}
              description={t('drafts.daysHint')}
              options={days.map((day) => ({ value: day, label: formatWeekday(day, i18n.language) }))}
              value={form.values.days}
              onChange={(chosen) => form.setFieldValue('days', chosen)}
            />
          )}
          <Checkbox
            {...form.getInputProps('keep', { type: 'checkbox' })}
            label={t('drafts.keep')}
            description={t('drafts.keepHint')}
          />
          <Checkbox
            {...form.getInputProps('fillAll', { type: 'checkbox' })}
            label={t('drafts.fillAll')}
            description={t('drafts.fillAllHint')}
          />
          <NumberInput
            {...form.getInputProps('hours')}
            label={t('drafts.maxPerDay')}
            description={t('drafts.maxPerDayHint')}
            min={1}
            max={24}
            allowDecimal={false}
          />
          <Text size="sm" c="dimmed">
            {t('drafts.rules')}
          </Text>
          {start.error === null ? null : (
            <OrganiserProblem
              error={start.error}
              texts={{ draft_running: t('drafts.wrong.running'), not_allowed: t('drafts.wrong.noTasks') }}
            />
          )}
          <Group>
            <Button type="submit" loading={start.isPending}>
              {t('drafts.start')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
