import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PersonSkill, Skill } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { Validity } from './validity.tsx';
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
  const others = all.filter(({ id }) => !held.some((one) => one.id === id));
  const set = ({ id, name }: Pick<Skill, 'id' | 'name'>, has: boolean) => change.mutate({ id, name, has });
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-label={t('catalogue.skills')}>
      <Title order={2} size="h4" mb="xs">
        {t('catalogue.skills')}
      </Title>
      {change.error === null ? null : <OrganiserProblem error={change.error} />}
      {held.length === 0 ? <Text c="dimmed">{t('catalogue.noneHeld')}</Text> : null}
      <Stack gap={0} component="ul" className="muster-plain-list">
        {held.map((skill) => (
          <HeldSkill key={skill.id} skill={skill} pending={change.isPending} onChange={(has) => set(skill, has)} />
        ))}
      </Stack>
      {others.length === 0 ? null : (
        <>
          <Title order={3} size="h5" mt="md">
            {t('catalogue.giveOne')}
          </Title>
          <Stack gap={0} component="ul" className="muster-plain-list">
            {others.map((skill) => (
              <Group key={skill.id} component="li" className="muster-row" justify="space-between" wrap="nowrap">
                <Text>{skill.name}</Text>
                <SkillButton
                  action="give"
                  name={skill.name}
                  pending={change.isPending}
                  onClick={() => set(skill, true)}
                />
              </Group>
            ))}
          </Stack>
        </>
      )}
    </Paper>
  );
}

type HeldSkillProps = { skill: PersonSkill; pending: boolean; onChange: (has: boolean) => void };

function HeldSkill({ skill: { name, granted, valid_until: until }, pending, onChange }: HeldSkillProps) {
  const { t } = useTranslation();
  return (
    <Group component="li" className="muster-row" justify="space-between" wrap="nowrap">
      <Group gap="xs">
        <Text>{name}</Text>
        <Badge variant={granted ? 'light' : 'default'} tt="none">
          {granted ? t('catalogue.mySkillsGranted') : t('catalogue.declared')}
        </Badge>
        <Validity until={until} />
      </Group>
      <Group gap="xs" wrap="nowrap" flex="none">
        {granted ? null : <SkillButton action="confirm" {...{ name, pending }} onClick={() => onChange(true)} />}
        <SkillButton action="take" {...{ name, pending }} onClick={() => onChange(false)} />
      </Group>
    </Group>
  );
}

type SkillButtonProps = { action: 'give' | 'confirm' | 'take'; name: string; pending: boolean; onClick: () => void };

function SkillButton({ action, name, pending, onClick }: SkillButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      size="compact-sm"
      variant="default"
      flex="none"
      disabled={pending}
      aria-label={t('ui.actionOn', { action: t(`catalogue.${action}`), name })}
      onClick={onClick}
    >
      {t(`catalogue.${action}`)}
    </Button>
  );
}
