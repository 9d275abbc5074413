import { Stack } from '@mantine/core';
import type { Task } from '../../../../client/client.ts';
import { AskForHelp } from './help.tsx';
import { WaitingList } from './waiting-list.tsx';

/** What planners of a task see below its attendees. */
export function Planning({ task, timezone }: { task: Task; timezone: string }) {
  return (
    <Stack gap="lg" mt="lg">
      <WaitingList task={task} timezone={timezone} />
      <AskForHelp task={task} />
    </Stack>
  );
}
