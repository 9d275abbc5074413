import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddedMembers } from '../../../../client/client.ts';
import { AlertIcon, CheckIcon } from '../../../ui/icons.tsx';
import { BatchProgress } from '../../../ui/batch-progress.tsx';
import { useInvite } from '../invitations/use-invite.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';

type AddedPerson = Pick<AddedMembers['data'][number], 'name' | 'outcome'> & { email: string };
export type Outcome = { added: AddedPerson[]; unknown: string[]; refused: string[] };

type PasteOutcomeProps = { pid: string; tid: string; outcomes: readonly Outcome[] };

/** The result for each person. */
export function PasteOutcome({ pid, tid, outcomes }: PasteOutcomeProps) {
  const { t } = useTranslation();
  const added = outcomes.flatMap((one) => one.added);
  const unknown = outcomes.flatMap((one) => one.unknown);
  const count = added.filter(({ outcome }) => outcome === 'added').length;
  return (
    <>
      <Alert variant="outline" icon={<CheckIcon />} title={t('manage.paste.done', { count })}>
        <Stack gap={4} component="ul" className="muster-plain-list">
          {added.map(({ email, name, outcome }) => (
            <Line key={email} text={`${name} · ${email}`} result={t(`manage.paste.outcomes.${outcome}`)} />
          ))}
        </Stack>
      </Alert>
      {unknown.length === 0 ? null : <Unknown pid={pid} tid={tid} emails={unknown} />}
    </>
  );
}

function Unknown({ pid, tid, emails }: { pid: string; tid: string; emails: readonly string[] }) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(emails);
  const invite = useInvite(pid, tid, (rest, refused) => setLeft([...rest, ...refused]));
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<AlertIcon />}
      title={t('manage.paste.strangers', { count: emails.length })}
    >
      <Stack gap="sm">
        <Text size="sm">{t('manage.paste.unknownText')}</Text>
        <Stack gap={4} component="ul" className="muster-plain-list">
          {emails.map((email) => (
            <Line
              key={email}
              text={email}
              result={left.includes(email) ? t('manage.paste.unknown') : t('manage.paste.invited')}
            />
          ))}
        </Stack>
        {invite.running ? (
          <BatchProgress label={t('invite.title')} done={invite.done} all={invite.all} onStop={invite.stop} />
        ) : left.length === 0 ? null : (
          <Group>
            <Button size="xs" onClick={() => invite.run(left)}>
              {t('invite.send', { count: left.length })}
            </Button>
          </Group>
        )}
        {invite.error === undefined ? null : <OrganiserProblem error={invite.error} />}
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
