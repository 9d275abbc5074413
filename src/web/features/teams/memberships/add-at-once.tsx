import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AddedMembers } from '../../../../client/client.ts';
import { useBatches } from '../../../ui/batches.ts';
import { invalidate } from '../../../ui/change.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import type { Language } from '../../../ui/i18n.ts';
import { splitByRefusal } from '../invitations/emails.ts';
import { inviteToTeam } from '../invitations/queries.ts';
import type { Invitee } from '../invitations/queries.ts';
import { inviteAccepted, showInvited } from '../invitations/use-invite.ts';
import type { InviteResult } from '../invitations/use-invite.ts';
import { addMembers } from './queries.ts';

const batchSize = 50;

type AddedPerson = Pick<AddedMembers['data'][number], 'name' | 'outcome'> & { email: string };
type Added = { added: AddedPerson[]; unknown: Invitee[]; refused: Invitee[] };
type Outcome = { added: AddedPerson[]; invited: InviteResult; refused: Invitee[] };

/**
 * People without an account are returned as `unknown`. People for whom there is no place are refused, and so are addresses
 * that the server rejects: they are left out of a second attempt.
 */
async function addThoseKnown(send: ReturnType<typeof addMembers>['run'], people: readonly Invitee[]): Promise<Added> {
  if (people.length === 0) return { added: [], unknown: [], refused: [] };
  try {
    const { data } = await send(people.map(({ email }) => email));
    const found = people.map((person, index) => ({ person, entry: data[index] }));
    const withOutcome = (wanted: AddedPerson['outcome']) =>
      found.filter(({ entry }) => entry?.outcome === wanted).map(({ person }) => person);
    return {
      added: found.flatMap(({ person: { email }, entry }) =>
        entry === undefined || entry.outcome === 'unknown_person'
          ? []
          : [{ email, name: entry.name, outcome: entry.outcome }],
      ),
      unknown: withOutcome('unknown_person'),
      refused: withOutcome('team_full'),
    };
  } catch (error) {
    const { refused, others } = splitByRefusal(error, people);
    const rest = await addThoseKnown(send, others);
    return { ...rest, refused: [...refused, ...rest.refused] };
  }
}

/** Adds people who have an account, and invites the others. */
export function useAddAtOnce(
  pid: string,
  tid: string,
  language: Language | undefined,
  onEnd: (left: readonly Invitee[], refused: readonly Invitee[]) => void,
) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const add = addMembers(pid, tid);
  const invite = inviteToTeam(pid, tid, language, 'member');
  return useBatches({
    size: batchSize,
    send: async (batch: Invitee[]): Promise<Outcome> => {
      const { added, unknown, refused } = await addThoseKnown(add.run, batch);
      const invited = await inviteAccepted(invite.run, unknown);
      return { added, invited, refused: [...refused, ...invited.refused] };
    },
    onEnd: (outcomes, left) => {
      showInvited(
        { t, i18n },
        outcomes.map(({ invited }) => invited),
      );
      void invalidate(queryClient, [...add.affects, ...invite.affects]);
      onEnd(
        left,
        outcomes.flatMap(({ refused }) => refused),
      );
    },
  });
}

/** The result for each person. */
export function AddedAtOnce({ outcomes }: { outcomes: readonly Outcome[] }) {
  const { t } = useTranslation();
  const added = outcomes.flatMap((one) => one.added);
  const invited = outcomes.flatMap((one) => one.invited.data).filter(({ outcome }) => outcome === 'invited');
  const count = added.filter(({ outcome }) => outcome === 'added').length;
  return (
    <Alert variant="outline" icon={<CheckIcon />} title={t('manage.paste.done', { count })}>
      <Stack gap={4} component="ul" className="muster-plain-list">
        {added.map(({ email, name, outcome }) => (
          <Line
            key={email}
            text={name === '' ? email : `${name} · ${email}`}
            result={t(`manage.paste.outcomes.${outcome}`)}
          />
        ))}
        {invited.map(({ email }) => (
          <Line key={email} text={email} result={t('manage.paste.invited')} />
        ))}
      </Stack>
    </Alert>
  );
}

function Line({ text, result }: { text: string; result: string }) {
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Text size="sm" className="muster-breaks">
        {text}
      </Text>
      <Badge variant="light">{result}</Badge>
    </Group>
  );
}
