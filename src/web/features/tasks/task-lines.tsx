import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../client/client.ts';
import { formatSpanAt } from '../../../locales/format/dates.ts';
import { PageLink } from '../../ui/links.tsx';

type TaskLinesProps = {
  project: Pick<Project, 'pid' | 'timezone'>;
  tasks: readonly Pick<Task, 'id' | 'title' | 'starts_at' | 'ends_at'>[];
};

/** Tasks of one project with their times, each a link. */
export function TaskLines({ project: { pid, timezone }, tasks }: TaskLinesProps) {
  const { i18n } = useTranslation();
  return (
    <Stack gap="xs" component="ul" className="muster-plain-list">
      {tasks.map(({ id, title, starts_at: from, ends_at: to }) => (
        <li key={id}>
          <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id }}>
            {title}
          </PageLink>
          <Text size="sm" c="dimmed">
            {formatSpanAt(from, to, i18n.language, timezone)}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
