import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../client/client.ts';
import { formatSpanAt } from '../../../locales/format/dates.ts';
import { PageLink } from '../../ui/links.tsx';
import { replaceHash } from './replace-link.ts';

type Line = Pick<Task, 'id' | 'title' | 'starts_at' | 'ends_at' | 'tid'>;

type TaskLinesProps = {
  project: Pick<Project, 'pid' | 'timezone'>;
  tasks: readonly Line[];
  /** For organisers, whose tasks they are, and which of them may get somebody else. */
  planned?: { uid: string; name: string; mayReplace: (task: Line) => boolean } | undefined;
};

/** Tasks of one project with their times, each a link. */
export function TaskLines({ project: { pid, timezone }, tasks, planned }: TaskLinesProps) {
  const { t, i18n } = useTranslation();
  const page = planned === undefined ? '/projects/$pid/tasks/$id' : '/projects/$pid/manage/tasks/$id';
  return (
    <Stack gap="xs" component="ul" className="muster-plain-list">
      {tasks.map((task) => {
        const { id, title, starts_at: from, ends_at: to } = task;
        return (
          <li key={id}>
            <Group gap="0 0.75rem" align="baseline">
              <PageLink to={page} params={{ pid, id }}>
                {title}
              </PageLink>
              {planned?.mayReplace(task) === true ? (
                <PageLink
                  to="/projects/$pid/manage/tasks/$id"
                  params={{ pid, id }}
                  hash={replaceHash(planned.uid)}
                  size="sm"
                  aria-label={t('exchange.given.replaceWhom', { name: planned.name, title })}
                >
                  {t('eventDay.now.actions.replace')}
                </PageLink>
              ) : null}
            </Group>
            <Text size="sm" c="dimmed">
              {formatSpanAt(from, to, i18n.language, timezone)}
            </Text>
          </li>
        );
      })}
    </Stack>
  );
}
