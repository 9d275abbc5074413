import { Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Substitute } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { distinctName, useNamesakes } from '../../roster/namesakes.ts';
import { askForReplacement, replaceBy, substitutesQuery } from '../queries.ts';
import type { Place } from './now.ts';

const peopleAsked = 5;
const maxShown = 20;

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
      {place.state === 'joined' ? <Text>{t('eventDay.now.replace.noShow', { name })}</Text> : null}
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
      <Loaded query={substitutes} embedded>
        {(people) => (
          <Substitutes
            {...{ pid, people }}
            disabled={isPending}
            chosen={assign.isPending ? assign.variables.by.uid : undefined}
            onChoose={(by) => assign.mutate({ id: task.id, uid, by })}
          />
        )}
      </Loaded>
    </Stack>
  );
}

type SubstitutesProps = {
  pid: string;
  people: readonly Substitute[];
  disabled: boolean;
  chosen: string | undefined;
  onChoose: (person: Substitute) => void;
};

function Substitutes({ pid, people, disabled, chosen, onChoose }: SubstitutesProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const namesakes = useNamesakes(pid, people);
  const wanted = search.trim().toLowerCase();
  const found = people.filter(({ name }) => shownName(t, name).toLowerCase().includes(wanted));
  if (people.length === 0) return <Text>{t('eventDay.now.replace.nobody')}</Text>;
  return (
    <Stack gap="xs">
      {people.length > maxShown ? (
        <TextInput
          size="md"
          label={t('eventDay.now.replace.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      {found.length === 0 ? <Text>{t('eventDay.now.replace.notFound')}</Text> : null}
      {found.slice(0, maxShown).map((person) => (
        <Button
          key={person.uid}
          size="md"
          h="auto"
          mih="2.625rem"
          py={6}
          variant="default"
          justify="space-between"
          disabled={disabled}
          loading={chosen === person.uid}
          rightSection={
            <Text size="sm" c="dimmed">
              {[...(person.here ? [t('eventDay.now.replace.here')] : []), ...person.teams].join(' · ')}
            </Text>
          }
          onClick={() => onChoose(person)}
        >
          <Text span inherit ta="start" className="muster-breaks" style={{ whiteSpace: 'normal' }}>
            {distinctName(t, person.name, namesakes.get(person.uid))}
          </Text>
        </Button>
      ))}
      {found.length > maxShown ? (
        <Text size="sm" c="dimmed">
          {t('eventDay.now.replace.more', { shown: maxShown, count: found.length })}
        </Text>
      ) : null}
    </Stack>
  );
}
