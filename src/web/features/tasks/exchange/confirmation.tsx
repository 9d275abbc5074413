import { Button, Group, NativeSelect, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ConfirmationQuestion, Project } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { changeConfirmDays, confirmAttendance, questionsQuery } from './queries.ts';

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

const choices = [1, 2, 3, 4, 5, 7, 10, 14, 21, 30];

/** When the project asks. Saved with each choice. */
export function ConfirmationCard({ project }: { project: Project }) {
  const { t } = useTranslation();
  const change = useChange(changeConfirmDays(project.pid), { message: () => t('exchange.setting.saved') });
  const { confirm_days: current } = project;
  const days = current === null || choices.includes(current) ? choices : [...choices, current];
  return (
    <TitledCard id="confirmation" title={t('exchange.setting.title')} lead={t('exchange.setting.lead')}>
      {change.isError ? <OrganiserProblem error={change.error} /> : null}
      <NativeSelect
        label={t('exchange.setting.label')}
        maw="16rem"
        disabled={change.isPending}
        value={String((change.isPending ? change.variables : current) ?? '')}
        onChange={({ currentTarget: { value } }) => change.mutate(value === '' ? null : Number(value))}
        data={[
          { value: '', label: t('exchange.setting.off') },
          ...days.map((count) => ({ value: String(count), label: t('exchange.setting.days', { count }) })),
        ]}
      />
    </TitledCard>
  );
}
