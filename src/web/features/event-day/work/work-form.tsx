import { Button, Group, NativeSelect, Paper, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { fromZonedInput, toZonedInput } from '../../../../locales/format/zoned-time.ts';
import { useChange } from '../../../ui/change.ts';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { useMe } from '../../people/queries.ts';
import { addWork } from '../queries.ts';

const hourMs = 3_600_000;

/** Two full hours that have just passed, as a start. */
function lastHours(timezone: string): { from: string; to: string } {
  const end = Math.floor(Date.now() / hourMs) * hourMs;
  const text = (ms: number) => toZonedInput(new Date(ms).toISOString(), timezone);
  return { from: text(end - 2 * hourMs), to: text(end) };
}

export function WorkForm({ project: { pid, timezone } }: { project: Project }) {
  const { t } = useTranslation();
  const me = useMe();
  const teams = me?.projects.find((one) => one.pid === pid)?.teams ?? [];
  const [title, setTitle] = useState('');
  const [tid, setTid] = useState(teams[0]?.tid ?? '');
  const [{ from, to }, setTimes] = useState(() => lastHours(timezone));
  const add = useChange(addWork(pid), {
    message: () => t('eventDay.work.entered'),
    onDone: () => setTitle(''),
  });
  const [starts_at, ends_at] = [fromZonedInput(from, timezone), fromZonedInput(to, timezone)];
  const isComplete = title.trim() !== '' && starts_at !== null && ends_at !== null;
  return (
    <Paper
      className="muster-surface"
      p="lg"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) add.mutate({ title: title.trim(), tid: tid === '' ? null : tid, starts_at, ends_at });
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('eventDay.work.what')}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={200}
        />
        <NativeSelect
          label={t('eventDay.work.team')}
          value={tid}
          onChange={(event) => setTid(event.currentTarget.value)}
          data={[
            ...teams.map((team) => ({ value: team.tid, label: team.name })),
            { value: '', label: t('eventDay.work.noTeam') },
          ]}
        />
        <Group grow preventGrowOverflow={false}>
          <TextInput
            type="datetime-local"
            label={t('eventDay.work.from')}
            value={from}
            onChange={(event) => setTimes({ from: event.currentTarget.value, to })}
          />
          <TextInput
            type="datetime-local"
            label={t('eventDay.work.to')}
            value={to}
            onChange={(event) => setTimes({ from, to: event.currentTarget.value })}
          />
        </Group>
        {add.isError ? <ProblemAlert error={add.error} /> : null}
        <div>
          <Button type="submit" loading={add.isPending} disabled={!isComplete}>
            {t('eventDay.work.enter')}
          </Button>
        </div>
      </Stack>
    </Paper>
  );
}
