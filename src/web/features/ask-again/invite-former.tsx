import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskInvitations, AskInvited, FormerPerson } from '../../../client/client.ts';
import { BatchProgress } from '../../ui/batch-progress.tsx';
import { useBatches } from '../../ui/batches.ts';
import { invalidate } from '../../ui/change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { teamsQuery } from '../teams/queries.ts';
import { affectedByAsking, inviteFormer } from './queries.ts';

/** As many as the server takes at once. */
const invitedAtOnce = 200;

type InviteFormerProps = { pid: string; people: readonly FormerPerson[]; onDone: () => void };

/** Invites the selected people, each to a team of theirs, or all to one. */
export function InviteFormer(props: InviteFormerProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="xs" onClick={() => setOpened(true)}>
        {t('askAgain.invite')}
      </Button>
      <Dialog
        opened={opened}
        title={t('askAgain.inviteTitle', { count: props.people.length })}
        onClose={() => setOpened(false)}
      >
        <Invite
          {...props}
          onDone={() => {
            setOpened(false);
            props.onDone();
          }}
        />
      </Dialog>
    </>
  );
}

function Invite({ pid, people, onDone }: InviteFormerProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const teams = (useQuery(teamsQuery(pid)).data ?? []).filter(({ disabled }) => !disabled);
  const [team, setTeam] = useState('');
  const wanted = people.flatMap(({ uid, tid }) =>
    team === '' && tid === null ? [] : [{ uid, tid: team || (tid ?? '') }],
  );
  const work = useBatches<AskInvitations['people'][number], AskInvited>({
    size: invitedAtOnce,
    send: (some) => inviteFormer(pid, some),
    onEnd: (answers, left) => {
      void invalidate(queryClient, affectedByAsking(pid));
      const outcomes = answers.flatMap(({ data }) => data.map(({ outcome }) => outcome));
      const count = outcomes.filter((outcome) => outcome === 'invited').length;
      const isHeld = answers.some(({ held }) => held);
      notifications.show({
        message: [
          t(isHeld ? 'askAgain.held' : 'askAgain.sent', { count }),
          ...leftOut.flatMap((reason) => {
            const number = outcomes.filter((outcome) => outcome === reason).length;
            return number === 0 ? [] : [t(`askAgain.leftOut.${reason}`, { count: number })];
          }),
        ].join(' '),
      });
      if (left.length === 0) onDone();
    },
  });
  const withoutTeam = people.length - wanted.length;
  return (
    <Stack gap="md">
      <Text size="sm">{t('askAgain.inviteText')}</Text>
      <NativeSelect
        label={t('askAgain.team')}
        value={team}
        onChange={({ currentTarget: { value } }) => setTeam(value)}
        data={[
          { value: '', label: t('askAgain.theirTeam') },
          ...teams.map(({ tid, name }) => ({ value: tid, label: name })),
        ]}
      />
      {withoutTeam > 0 ? <Text size="sm">{t('askAgain.withoutTeam', { count: withoutTeam })}</Text> : null}
      {work.error === undefined ? null : <OrganiserProblem error={work.error} />}
      {work.running ? (
        <BatchProgress label={t('askAgain.invite')} done={work.done} all={work.all} onStop={work.stop} />
      ) : (
        <Group>
          <Button disabled={wanted.length === 0} onClick={() => work.run(wanted)}>
            {t('askAgain.inviteCount', { count: wanted.length })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const leftOut = [
  'already_asked',
  'asked_by_other',
  'said_no',
  'in_project',
  'applied',
  'too_many_mails',
  'not_found',
] as const;
