import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../ui/change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { changeTags } from './queries.ts';
import { TagField } from './tag-field.tsx';

type TagPeopleProps = { pid: string; uids: readonly string[] };

/** Gives tags to the selected people, or takes them away. */
export function TagPeople({ pid, uids }: TagPeopleProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {t('tags.change')}
      </Button>
      <Dialog opened={opened} title={t('tags.changeOf', { count: uids.length })} onClose={() => setOpened(false)}>
        <TagsOfSeveral pid={pid} uids={uids} onDone={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

function TagsOfSeveral({ pid, uids, onDone }: TagPeopleProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const [tags, setTags] = useState<string[]>([]);
  const change = useChange(changeTags(pid), {
    message: (_, { changed }) => t('tags.changed', { count: changed }),
    onDone,
  });
  const button = (what: 'add' | 'remove', variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      disabled={tags.length === 0}
      loading={change.isPending}
      onClick={() => change.mutate({ uids: [...uids], [what]: tags })}
    >
      {t(what === 'add' ? 'tags.add' : 'tags.take')}
    </Button>
  );
  return (
    <Stack gap="md">
      <TagField pid={pid} label={t('tags.title')} value={tags} onChange={setTags} />
      {change.error === null ? null : <OrganiserProblem error={change.error} />}
      <Group gap="sm">
        {button('add', 'filled')}
        {button('remove', 'default')}
      </Group>
    </Stack>
  );
}
