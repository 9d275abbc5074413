import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../ui/change.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { askForReplacement, replaceBy, substitutesQuery } from '../queries.ts';
import type { Place } from './now.ts';

const peopleAsked = 5;

type ReplaceProps = { pid: string; place: Place; onDone: () => void };

/** One press assigns somebody, or asks several. */
export function Replace({ pid, place, onDone }: ReplaceProps) {
  const { t } = useTranslation();
  const { task, uid } = place;
  const name = shownName(t, place.person.name);
  const substitutes = useQuery(substitutesQuery(pid, task.id));
  const assign = useChange(replaceBy(pid), {
    message: ({ by }) => t('eventDay.now.replace.done', { name: shownName(t, by.name) }),
    onDone,
  });
  const ask = useChange(askForReplacement(pid, peopleAsked), {
    message: (_, { asked, open }) =>
      open ? t('eventDay.now.replace.asked', { count: asked }) : t('eventDay.now.replace.waiting'),
    onDone,
  });
  const isPending = assign.isPending || ask.isPending;
  const error = assign.error ?? ask.error;
  return (
    <Stack gap="md">
      <Text>{t('eventDay.now.replace.lead')}</Text>
      {place.state === 'joined' ? <Text>{t('eventDay.now.replace.noShow', { name })}</Text> : null}
      {place.state === 'arrived' ? <Text>{t('eventDay.now.replace.leftEarly', { name })}</Text> : null}
      {error === null ? null : <ProblemAlert error={error} />}
      <Loaded query={substitutes} embedded>
        {(people) =>
          people.length === 0 ? (
            <Text>{t('eventDay.now.replace.nobody')}</Text>
          ) : (
            <Stack gap="xs">
              {people.map(({ uid: by, name: byName, teams, here }) => (
                <Button
                  key={by}
                  size="md"
                  variant="default"
                  justify="space-between"
                  disabled={isPending}
                  loading={assign.isPending && assign.variables.by.uid === by}
                  rightSection={
                    <Text size="sm" c="dimmed">
                      {[...(here ? [t('eventDay.now.replace.here')] : []), ...teams].join(' · ')}
                    </Text>
                  }
                  onClick={() => assign.mutate({ id: task.id, uid, by: { uid: by, name: byName } })}
                >
                  {shownName(t, byName)}
                </Button>
              ))}
            </Stack>
          )
        }
      </Loaded>
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
    </Stack>
  );
}
