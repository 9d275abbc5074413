import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AddedMembers } from '../../../client/client.ts';
import type { ApiProblem } from '../../api.ts';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import { why } from './why.tsx';

type PasteOutcomeProps = {
  asked: readonly string[];
  added?: AddedMembers['data'];
  problem?: ApiProblem;
  onAddOthers?: (emails: string[]) => void;
};

/** The position of the person that a complaint is about: `/people/3/email`. */
const positionOf = (pointer: string): number => Number.parseInt(/^\/people\/(\d+)/.exec(pointer)?.[1] ?? '', 10);

/** One line for each person: what became of them, or why nobody was added. */
export function PasteOutcome({ asked, added, problem, onAddOthers }: PasteOutcomeProps) {
  const { t } = useTranslation();
  if (added !== undefined) {
    const count = added.filter(({ outcome }) => outcome === 'added').length;
    return (
      <Alert variant="outline" icon={<CheckIcon />} title={t('manage.paste.done', { count })}>
        <Stack gap={4} component="ul" className="muster-plain-list">
          {added.map(({ uid, name, outcome }, index) => (
            <Line
              key={`${uid}-${asked[index] ?? ''}`}
              email={asked[index] ?? ''}
              name={name}
              word={t(`manage.paste.outcomes.${outcome}`)}
            />
          ))}
        </Stack>
      </Alert>
    );
  }
  if (problem === undefined) return null;
  const blamed = new Set(problem.errors.map(({ pointer }) => positionOf(pointer)));
  const fine = asked.filter((_, index) => !blamed.has(index));
  const unknown = problem.code === 'unknown_person';
  return (
    <Alert color="red" variant="outline" icon={<AlertIcon />} title={t('manage.paste.nobody')} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{unknown ? t('manage.paste.unknownText') : why(t, problem)}</Text>
        {unknown ? (
          <Stack gap={4} component="ul" className="muster-plain-list" w="100%">
            {asked.map((email, index) => (
              <Line
                key={email}
                email={email}
                word={blamed.has(index) ? t('manage.paste.unknown') : t('manage.paste.couldBe')}
                bad={blamed.has(index)}
              />
            ))}
          </Stack>
        ) : (
          <Text size="sm">{problem.problem.detail}</Text>
        )}
        {unknown && fine.length > 0 && onAddOthers !== undefined ? (
          <Button size="xs" onClick={() => onAddOthers(fine)}>
            {t('manage.paste.addOthers', { count: fine.length })}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  );
}

function Line({ email, name, word, bad = false }: { email: string; name?: string; word: string; bad?: boolean }) {
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Text size="sm">{name === undefined ? email : `${name} · ${email}`}</Text>
      <Badge variant={bad ? 'outline' : 'light'} color={bad ? 'red' : 'spruce'}>
        {word}
      </Badge>
    </Group>
  );
}
