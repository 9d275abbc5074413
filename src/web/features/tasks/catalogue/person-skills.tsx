import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PersonSkill, Skill } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { changeSkillOf, personSkillsQuery, skillsQuery } from './queries.ts';

/** The skills of a person, for those who give and take them. Nothing if the project has no skills. */
export function PersonSkills({ pid, uid }: { pid: string; uid: string }) {
  const { t } = useTranslation();
  const all = useQuery(skillsQuery(pid)).data ?? [];
  const held = useQuery(personSkillsQuery(pid, uid)).data;
  const change = useChange(changeSkillOf(pid, uid), {
    message: ({ name, has }) => (has ? t('catalogue.given', { name }) : t('catalogue.taken', { name })),
  });
  if (all.length === 0 || held === undefined) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-label={t('catalogue.skills')}>
      <Title order={2} size="h4" mb="xs">
        {t('catalogue.skills')}
      </Title>
      {change.error === null ? null : <OrganiserProblem error={change.error} />}
      <Stack gap={0} component="ul" className="muster-plain-list">
        {all.map((skill) => (
          <OneSkill
            key={skill.id}
            skill={skill}
            held={held.find(({ id }) => id === skill.id)}
            pending={change.isPending}
            onChange={(has) => change.mutate({ id: skill.id, name: skill.name, has })}
          />
        ))}
      </Stack>
    </Paper>
  );
}

type OneSkillProps = {
  skill: Skill;
  held: PersonSkill | undefined;
  pending: boolean;
  onChange: (has: boolean) => void;
};

function OneSkill({ skill: { name }, held, pending, onChange }: OneSkillProps) {
  const { t } = useTranslation();
  return (
    <Group component="li" className="muster-row" justify="space-between" wrap="nowrap">
      <Group gap="xs">
        <Text>{name}</Text>
        {held === undefined ? null : (
          <Badge variant={held.granted ? 'light' : 'default'} tt="none">
            {held.granted ? t('catalogue.mySkillsGranted') : t('catalogue.declared')}
          </Badge>
        )}
      </Group>
      <Group gap="xs" wrap="nowrap" flex="none">
        {held?.granted === true ? null : (
          <Button
            size="compact-sm"
            variant="default"
            disabled={pending}
            aria-label={t('ui.actionOn', { action: t('catalogue.give'), name })}
            onClick={() => onChange(true)}
          >
            {t('catalogue.give')}
          </Button>
        )}
        {held === undefined ? null : (
          <Button
            size="compact-sm"
            variant="default"
            disabled={pending}
            aria-label={t('ui.actionOn', { action: t('catalogue.take'), name })}
            onClick={() => onChange(false)}
          >
            {t('catalogue.take')}
          </Button>
        )}
      </Group>
    </Group>
  );
}
