import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/links.tsx';
import { useChange } from '../../../ui/change.ts';
import { useMe } from '../../people/queries.ts';
import { PersonPicker } from '../../users/person-picker.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { appointChief, chiefsQuery, dismissChief } from './queries.ts';

type ChiefsDialogProps = { pid: string; tid: string };

/** Appoints and dismisses chiefs. A new chief takes a place in the team; a dismissed one stays a member. */
export function ChiefsDialog({ pid, tid }: ChiefsDialogProps) {
  const { t } = useTranslation();
  const found = useQuery(chiefsQuery(pid, tid));
  // Owners see the identifier of everybody in a team.
  const chiefs = (found.data ?? []).flatMap(({ uid, name }) => (uid === undefined ? [] : [{ uid, name }]));
  const me = useMe()?.uid;
  const appoint = useChange(appointChief(pid, tid), {
    message: ({ uid, name }) =>
      uid === me ? t('manage.teams.appointed', { context: 'self' }) : t('manage.teams.appointed', { name }),
  });
  const dismiss = useChange(dismissChief(pid, tid), {
    message: ({ uid, name }) =>
      uid === me ? t('manage.teams.dismissed', { context: 'self' }) : t('manage.teams.dismissed', { name }),
  });
  const error = appoint.error ?? dismiss.error;
  return (
    <Stack gap="lg">
      {found.isSuccess && chiefs.length === 0 ? (
        <Text c="dimmed">{t('manage.teams.noChiefText')}</Text>
      ) : (
        <Stack gap={0} component="ul" className="muster-plain-list">
          {chiefs.map((chief) => (
            <Group key={chief.uid} component="li" className="muster-row" justify="space-between" wrap="nowrap">
              <Text>{chief.name}</Text>
              <Button
                size="xs"
                variant="default"
                flex="none"
                loading={dismiss.isPending && dismiss.variables.uid === chief.uid}
                aria-label={t('manage.teams.dismissWhom', { name: chief.name })}
                onClick={() => dismiss.mutate(chief)}
              >
                {t('manage.teams.dismiss')}
              </Button>
            </Group>
          ))}
        </Stack>
      )}
      {error === null ? null : <OrganiserProblem error={error} />}
      <PersonPicker
        label={t('manage.teams.appointLabel')}
        action={t('manage.teams.appoint')}
        taken={new Set(chiefs.map(({ uid }) => uid))}
        takenText={t('manage.teams.isChief')}
        pendingUid={appoint.isPending ? appoint.variables.uid : undefined}
        onPick={(person) => appoint.mutate(person)}
      />
      <Group gap="xs" justify="space-between">
        <Text size="sm" c="dimmed">
          {t('manage.teams.chiefsJoinFirst')}
        </Text>
        <ButtonLink
          to="/projects/$pid/teams/$tid/manage"
          params={{ pid, tid }}
          search={{ add: 'invite', role: 'chief' }}
          size="xs"
          variant="default"
        >
          {t('manage.teams.inviteChief')}
        </ButtonLink>
      </Group>
    </Stack>
  );
}
