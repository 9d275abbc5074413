import { Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonSkill, Skill } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { Validity } from './validity.tsx';
import { declareSkills, ownSkillsQuery, skillsQuery } from './queries.ts';
import type { Loading } from '../../../loading.ts';

export const loadMySkillsPage = ({ load, params: { pid } }: Loading<'pid'>) =>
  Promise.all([load(skillsQuery(pid)), load(ownSkillsQuery(pid))]);

/** What the person can do; some skills are given by organisers only. */
export function MySkillsPage() {
  const { t } = useTranslation();
  const { pid } = useParams({ from: '/projects/$pid/my-skills' });
  usePageTitle(t('catalogue.mySkills'));
  const skills = useQuery(skillsQuery(pid));
  const own = useQuery(ownSkillsQuery(pid));
  return (
    <>
      <PageHeading title={t('catalogue.mySkills')} lead={t('catalogue.mySkillsLead')} />
      <Loaded query={skills} embedded>
        {(all) => (
          <Loaded query={own} embedded>
            {(held) => <Choices pid={pid} all={all} held={held} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

type ChoicesProps = { pid: string; all: readonly Skill[]; held: readonly PersonSkill[] };

function Choices({ pid, all, held }: ChoicesProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(() => held.filter(({ granted }) => !granted).map(({ id }) => id));
  const save = useChange(declareSkills(pid), { message: () => t('catalogue.mySkillsSaved') });
  const given = new Map(held.filter(({ granted }) => granted).map((one) => [one.id, one]));
  const shown = all.filter(({ id, granted }) => !granted || given.has(id));
  if (shown.length === 0) return <Text c="dimmed">{t('catalogue.mySkillsNone')}</Text>;
  return (
    <Stack gap="md">
      <Checkbox.Group value={chosen} onChange={setChosen} label={t('catalogue.skills')}>
        <Stack gap="sm" mt="sm">
          {shown.map(({ id, name, description }) =>
            given.has(id) ? (
              <Group key={id} gap="xs">
                <Text>{name}</Text>
                <Badge>{t('catalogue.mySkillsGranted')}</Badge>
                <Validity until={given.get(id)?.valid_until ?? null} />
              </Group>
            ) : (
              <Checkbox key={id} value={id} label={name} description={description} />
            ),
          )}
        </Stack>
      </Checkbox.Group>
      {save.error === null ? null : <ProblemAlert error={save.error} />}
      <div>
        <Button loading={save.isPending} onClick={() => save.mutate(chosen)}>
          {t('catalogue.mySkillsSave')}
        </Button>
      </div>
    </Stack>
  );
}
