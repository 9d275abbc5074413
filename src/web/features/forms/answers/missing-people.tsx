import { Button, Collapse, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry, Project } from '../../../../client/client.ts';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { MessagePeople } from '../../messages/message-people.tsx';
import { missingPeopleQuery } from './queries.ts';
import { formatList } from '../../../../locales/format/lists.ts';

type MissingPeopleProps = { project: Project; form: Pick<FormEntry, 'form' | 'enabled'>; count: number };

/** The people who have not answered, so that somebody can ask them, unless the form is off. */
export function MissingPeople({ project: { pid, rights }, form: { form, enabled }, count }: MissingPeopleProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [shown, { toggle }] = useDisclosure(false);
  const list = useInfiniteQuery({ ...missingPeopleQuery(pid, form), enabled: shown });
  const names = list.data?.pages.flatMap((page) => page.data.map(({ name }) => name)) ?? [];
  return (
    <div>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={toggle} aria-expanded={shown} aria-controls={id}>
          {shown ? t('manage.totals.hideMissing') : t('manage.totals.showMissing', { count })}
        </Button>
        {enabled && rights.send_messages ? <MessagePeople pid={pid} audience={{ form, answered: false }} /> : null}
      </Group>
      <Collapse expanded={shown} id={id}>
        {list.isError ? <ProblemAlert error={list.error} onRetry={() => void list.refetch()} /> : null}
        <Text size="sm">{formatList(names, i18n.language)}</Text>
        {list.hasNextPage ? (
          <Button
            size="xs"
            variant="default"
            mt="xs"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('access.more')}
          </Button>
        ) : null}
      </Collapse>
    </div>
  );
}
