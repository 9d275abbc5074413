import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ConfirmationQuestion } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { confirmAttendance, questionsQuery } from './queries.ts';

/** Asks the person whether they come, for one project or all. */
export function ConfirmQuestions({ pid }: { pid?: string }) {
  const questions = useQuery(questionsQuery).data ?? [];
  return questions
    .filter((question) => pid === undefined || question.pid === pid)
    .map((question) => <Question key={question.pid} question={question} />);
}

function Question({ question }: { question: ConfirmationQuestion }) {
  const { t, i18n } = useTranslation();
  const { pid, project, timezone, task_count: count, starts_at: from } = question;
  const confirm = useChange(confirmAttendance(pid), { message: () => t('exchange.confirm.done') });
  const when = formatDateTimeAt(from, i18n.language, timezone);
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby={`confirm-${pid}`}>
      <Title order={2} size="h4" mb={4} id={`confirm-${pid}`}>
        {t('exchange.confirm.title', { project })}
      </Title>
      <Text mb="sm">{t('exchange.confirm.lead', { count, when })}</Text>
      {confirm.isError ? <ProblemAlert error={confirm.error} /> : null}
      <Group gap="sm">
        <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {t('exchange.confirm.yes')}
        </Button>
        <ButtonLink to="/projects/$pid/tasks" params={{ pid }} search={{ mine: true }} variant="default">
          {t('exchange.confirm.change')}
        </ButtonLink>
      </Group>
    </Paper>
  );
}
