import { Button, Divider, Stack, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { useChange } from '../../../ui/change.ts';
import { PageLink } from '../../../ui/links.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { joinSentences } from '../../../../locales/format/sentences.ts';
import { useMe } from '../../people/queries.ts';
import { CandidatePicker } from '../../tasks/planning/candidate-picker.tsx';
import { askForReplacement, replaceBy } from '../queries.ts';
import type { Place } from './now.ts';
import { useTold } from '../../notices/told.ts';

const peopleAsked = 5;

type ReplaceProps = { pid: string; place: Place; onDone: () => void };

/** One press assigns somebody, or asks several. */
export function Replace({ pid, place, onDone }: ReplaceProps) {
  const { t, i18n } = useTranslation();
  const me = useMe();
  const told = useTold();
  const { task, uid } = place;
  const name = shownName(t, place.person.name);
  const assign = useChange(replaceBy(pid), {
    message: ({ by }) => replaced(by),
    onDone,
  });
  const ask = useChange(askForReplacement(pid, peopleAsked), {
    message: (_, { asked, open }) =>
      open ? t('eventDay.now.replace.asked', { count: asked }) : t('eventDay.now.replace.waiting'),
    onDone,
  });
  /** Who has the place now and is notified, and what became of the other person. */
  const replaced = (by: { uid: string; name: string }): string => {
    const values = { name: shownName(t, by.name) };
    const missed = place.state === 'joined' ? [t('eventDay.now.markedNoShow', { name })] : [];
    const takes =
      by.uid === me?.uid
        ? t('eventDay.now.replace.done', values)
        : told(t('eventDay.now.replace.done', { ...values, context: 'told' }));
    return joinSentences([...missed, takes], i18n.language);
  };
  const isPending = assign.isPending || ask.isPending;
  const error = assign.error ?? ask.error;
  return (
    <Stack gap="md">
      {place.state === 'joined' ? (
        <>
          <Text>{told(t('eventDay.now.replace.noShow', { name }))}</Text>
          <Text>
            <Trans
              i18nKey="eventDay.now.replace.toldYou"
              components={{
                task: (
                  <PageLink
                    to="/projects/$pid/manage/tasks/$id"
                    params={{ pid, id: task.id }}
                    search={{ from: 'now' }}
                    inherit
                    underline="always"
                  />
                ),
              }}
            />
          </Text>
        </>
      ) : null}
      {place.state === 'arrived' ? <Text>{t('eventDay.now.replace.leftEarly', { name })}</Text> : null}
      {error === null ? null : <ProblemAlert error={error} />}
      <div>
        <Button
          fullWidth
          size="md"
          variant="light"
          loading={ask.isPending}
          disabled={isPending}
          onClick={() => ask.mutate({ id: task.id, uid })}
        >
          {t('eventDay.now.replace.ask')}
        </Button>
        <Text size="sm" c="dimmed" mt={4}>
          {t('eventDay.now.replace.askHint')}
        </Text>
      </div>
      <Divider />
      <Text>{t('eventDay.now.replace.lead')}</Text>
      <CandidatePicker
        task={{ pid, id: task.id }}
        attendees={task.people}
        label={t('manage.tasks.giveLabel')}
        action={t('manage.tasks.giveChoose')}
        disabled={isPending}
        pendingUid={assign.isPending ? assign.variables.by.uid : undefined}
        onPick={(by) => assign.mutate({ id: task.id, uid, by })}
      />
    </Stack>
  );
}
