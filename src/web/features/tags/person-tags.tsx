import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project, ProjectPerson } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { changeTags } from './queries.ts';
import { TagField } from './tag-field.tsx';

type PersonTagsProps = { project: Project; person: Pick<ProjectPerson, 'uid' | 'tags'> };

/** The tags of a person: owners change them, chiefs read them. Nothing for chiefs if there are none. */
export function PersonTags({ project: { pid, rights, state }, person }: PersonTagsProps) {
  const { t } = useTranslation();
  const mayChange = rights.recruit_all && state !== 'archived';
  if (!mayChange && person.tags.length === 0) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-label={t('tags.title')}>
      <Title order={2} size="h4" mb={4}>
        {t('tags.title')}
      </Title>
      {mayChange ? <EditTags pid={pid} person={person} /> : <TagBadges tags={person.tags} />}
    </Paper>
  );
}

/** Each change is saved at once. */
function EditTags({ pid, person: { uid, tags } }: { pid: string; person: PersonTagsProps['person'] }) {
  const { t } = useTranslation();
  const change = useChange(changeTags(pid));
  const shown = change.isPending ? shownTags(tags, change.variables) : tags;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {t('tags.help')}
      </Text>
      <TagField
        pid={pid}
        label={t('tags.title')}
        value={shown}
        disabled={change.isPending}
        onChange={(wanted) =>
          change.mutate({
            uids: [uid],
            add: wanted.filter((tag) => !tags.includes(tag)),
            remove: tags.filter((tag) => !wanted.includes(tag)),
          })
        }
      />
      {change.error === null ? null : <OrganiserProblem error={change.error} />}
    </>
  );
}

const shownTags = (tags: readonly string[], { add = [], remove = [] }: { add?: string[]; remove?: string[] }) => [
  ...tags.filter((tag) => !remove.includes(tag)),
  ...add,
];

export function TagBadges({ tags }: { tags: readonly string[] }) {
  return (
    <Group gap={4} component="span">
      {tags.map((tag) => (
        <Badge key={tag} size="sm" variant="default" tt="none" fw={500}>
          {tag}
        </Badge>
      ))}
    </Group>
  );
}
