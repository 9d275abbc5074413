import { Group, Paper, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { InviteIntro } from './invite-intro.tsx';
import { InviteForm } from './invite-form.tsx';
import { teamsQuery } from '../queries.ts';
import { InviteLastYear } from './last-year.tsx';
import type { InvitationRole } from './queries.ts';
import { lastYearHash, useEarlierProjects } from './earlier-projects.ts';

type InviteCardProps = { project: Project };

/** Invites people to one of the teams of a project. */
export function InviteCard({ project }: InviteCardProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const [role, setRole] = useState<InvitationRole>('member');
  const teams = (useQuery(teamsQuery(project.pid)).data ?? []).filter(
    ({ disabled, rights }) => !disabled && rights.add_members,
  );
  const earlier = useEarlierProjects(project);
  const navigate = useNavigate();
  const isLastYear = useLocation({ select: ({ hash }) => hash === lastYearHash }) && earlier.length > 0;
  const [only] = teams;
  const tid = chosen ?? (teams.length === 1 ? only?.tid : undefined);
  const isFull = (teams.find((team) => team.tid === tid)?.open_places ?? 1) <= 0;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="invitation" id={lastYearHash}>
      <Group justify="space-between" mb={4} gap="sm">
        <Title order={2} size="h4" id="invitation">
          {t('invite.title')}
        </Title>
        {only === undefined || earlier.length === 0 ? null : (
          <SegmentedControl
            size="xs"
            value={isLastYear ? lastYearHash : 'invitation'}
            onChange={(hash) =>
              void navigate({ to: '.', hash, replace: true, resetScroll: false, hashScrollIntoView: false })
            }
            aria-label={t('invite.way')}
            data={[
              { value: 'invitation', label: t('manage.team.byInvitation') },
              { value: lastYearHash, label: t('invite.lastYear.title') },
            ]}
          />
        )}
      </Group>
      {only === undefined ? (
        <Text c="dimmed">{t('invite.noTeam')}</Text>
      ) : (
        <Stack gap="md">
          <InviteIntro />
          {isLastYear ? (
            <InviteLastYear project={project} earlier={earlier} />
          ) : (
            <>
              <Select
                label={t('invite.team')}
                description={isFull ? t('manage.team.fullTitle') : undefined}
                data={teams.map((team) => ({ value: team.tid, label: team.name }))}
                placeholder={t('invite.chooseTeam')}
                value={tid ?? null}
                onChange={setChosen}
                allowDeselect={false}
                maw={{ xs: '20rem' }}
              />
              {tid === undefined ? null : (
                <InviteForm key={tid} pid={project.pid} tid={tid} role={role} onRole={setRole} />
              )}
            </>
          )}
        </Stack>
      )}
    </Paper>
  );
}
