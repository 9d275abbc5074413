import { maxAsked } from '../../../../shared/limits.ts';
import { Button, Group, NumberInput, Paper, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpRequest, Task } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { useRows } from '../../../ui/paging.ts';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { distinctName, useNamesakes } from '../../roster/namesakes.ts';
import { useHoursHint } from '../signup/hours-hint.ts';
import { answerHelp, askForHelp, helpCandidatesQuery, helpRequestsQuery } from './queries.ts';

/** Whether the person can still answer. Saying yes joins the task. */
export const isAskedToHelp = ({ asked, joined, open_places: places }: Task): boolean =>
  asked !== null && !joined && asked.answer !== 'yes' && places > 0;

/** The question of a planner, for the person who was asked. */
export function HelpQuestion({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { title, asked } = task;
  const hintAtHours = useHoursHint(task.pid);
  const answer = useChange(answerHelp(task.pid, task.id), {
    message: (said, { joined }) => {
      if (said === 'no') return t('exchange.help.declined');
      return joined ? t('exchange.help.joined', { title }) : t('exchange.help.full');
    },
    onDone: (_said, { joined }) => {
      if (joined) hintAtHours();
    },
  });
  if (asked === null || !isAskedToHelp(task)) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="help-question">
      <Title order={2} size="h4" mb={4} id="help-question">
        {t('exchange.help.question')}
      </Title>
      <Text mb="sm">{t(asked.answer === 'no' ? 'exchange.help.saidNo' : 'exchange.help.lead')}</Text>
      {answer.isError ? <ProblemAlert error={answer.error} /> : null}
      <Group gap="sm">
        <Button loading={answer.isPending && answer.variables === 'yes'} onClick={() => answer.mutate('yes')}>
          {t('exchange.help.yes')}
        </Button>
        {asked.answer === 'no' ? null : (
          <Button
            variant="default"
            loading={answer.isPending && answer.variables === 'no'}
            onClick={() => answer.mutate('no')}
          >
            {t('exchange.help.no')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}

/** For planners: ask people, and see what they said. Other pages link to the question itself with `#ask-for-help`. */
export function AskForHelp({ task }: { task: Task }) {
  const { t } = useTranslation();
  const asking = useLocation().hash === 'ask-for-help' && task.rights.ask_for_help;
  const [opened, setOpened] = useState(asking);
  const found = useQuery({ ...helpCandidatesQuery(task.pid, task.id), enabled: opened }).data;
  const most = found ?? maxAsked;
  const [chosen, setChosen] = useState<number>();
  const people = chosen ?? Math.max(1, Math.min(most, 2 * task.open_places));
  const foundText =
    found === maxAsked
      ? t('exchange.help.foundMost', { most: found })
      : found !== undefined && t('exchange.help.found', { count: found });
  const { rows: requests, more } = useRows(useInfiniteQuery(helpRequestsQuery(task.pid, task.id)));
  const namesakes = useNamesakes(task.pid, requests);
  const ask = useChange(askForHelp(task.pid, task.id), {
    message: (_people, { asked }) => t('exchange.help.asked', { count: asked }),
    onDone: () => {
      setOpened(false);
      setChosen(undefined);
    },
  });
  return (
    <Stack gap="sm" align="flex-start">
      {task.rights.ask_for_help ? (
        <Button variant="default" onClick={() => setOpened(true)}>
          {t('exchange.help.ask')}
        </Button>
      ) : null}
      {requests.length === 0 ? null : (
        <section aria-labelledby="help-answers">
          <Title order={3} size="h5" id="help-answers">
            {t('exchange.help.answers')}
          </Title>
          <Stack gap={4} component="ul" className="muster-plain-list">
            {requests.map((request) => (
              <Group key={request.uid} component="li" gap="sm">
                <Text>{distinctName(t, request.name, namesakes.get(request.uid))}</Text>
                <Text size="sm" c="dimmed">
                  {t(`exchange.help.${stateOf(request)}`)}
                </Text>
              </Group>
            ))}
          </Stack>
          <MoreButton more={more} />
        </section>
      )}
      <Dialog opened={opened} title={t('exchange.help.askTitle')} onClose={() => setOpened(false)}>
        <Stack gap="md">
          <Text>
            {[
              t(`exchange.help.askWho.${task.visibility}`),
              ...(task.tid === null ? [] : [t('exchange.help.askTeamFirst')]),
              t('exchange.help.askLimit'),
            ].join(' ')}
          </Text>
          <NumberInput
            label={t('exchange.help.people')}
            description={foundText}
            min={1}
            max={Math.max(1, most)}
            allowDecimal={false}
            value={people}
            onChange={(value) => setChosen(Number(value) || 1)}
            disabled={found === 0}
          />
          {ask.isError ? <ProblemAlert error={ask.error} /> : null}
          <Group justify="flex-end">
            <Button loading={ask.isPending} disabled={found === 0} onClick={() => ask.mutate(people)}>
              {t('exchange.help.send', { count: people })}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </Stack>
  );
}

function stateOf({ answer, joined }: HelpRequest): 'waiting' | 'answeredYes' | 'answeredNo' | 'answeredFull' {
  if (answer === null) return 'waiting';
  if (answer === 'no') return 'answeredNo';
  return joined ? 'answeredYes' : 'answeredFull';
}
