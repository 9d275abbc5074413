import { Alert, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry, ImportedAnswers, PastedAnswers } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { focusPage, usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { formQuery } from '../forms/queries.ts';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { CheckedTable } from './checked-table.tsx';
import { isTableText, PasteField } from './paste-field.tsx';
import { importAnswers, importsQuery, previewAnswers } from './queries.ts';
import { RecentImports } from './recent-imports.tsx';

export const loadImportAnswersPage = loadManaged<'pid' | 'form'>('create_forms', ({ load, params: { pid, form } }) =>
  Promise.all([load(formQuery(pid, form)), load(importsQuery(pid))]),
);

/** Answers that people gave elsewhere, such as in Google Forms. */
export function ImportAnswersPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const { form: slug } = useParams({ from: '/signed-in/projects/$pid/manage/forms/$form/import' });
  const form = useQuery({ ...formQuery(pid, slug), enabled: project.rights.create_forms });
  usePageTitle(`${t('imports.answers.title')} · ${form.data?.title ?? project.name}`);
  if (!project.rights.create_forms) return <OwnersOnly project={project} />;
  return (
    <Loaded query={form}>
      {(found) => (
        <>
          <PageHead title={t('imports.answers.titleOf', { form: found.title })} help={t('imports.answers.help')} />
          <Stack>
            <ImportForm pid={pid} form={found} />
            <RecentImports pid={pid} shown={({ kind, form: about }) => kind === 'answers' && about === slug} />
          </Stack>
        </>
      )}
    </Loaded>
  );
}

function ImportForm({ pid, form: { form } }: { pid: string; form: Pick<FormEntry, 'form'> }) {
  const { t } = useTranslation();
  // Answers are personal, so they are not kept in the browser.
  const [text, setText] = useState('');
  const [columns, setColumns] = useState<(string | null)[]>();
  const [skips, setSkips] = useState(false);
  const preview = useChange(previewAnswers(pid, form));
  const create = useChange(importAnswers(pid, form), {
    onDone: (_, { answers }) => {
      change('');
      focusPage();
      notifications.show({ message: t('imports.answers.begun', { count: answers }) });
    },
  });
  const pasted = (more: Partial<PastedAnswers> = {}): PastedAnswers => ({
    text,
    ...(columns !== undefined && { columns }),
    ...(skips && { skip_unknown: true }),
    ...more,
  });
  const change = (next: string) => {
    setText(next);
    setColumns(undefined);
    preview.reset();
    create.reset();
  };
  const result = preview.data;
  const error = preview.error ?? create.error;
  return (
    <>
      <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
        <Stack>
          <PasteField
            label={t('imports.answers.text')}
            description={t('imports.answers.hint')}
            text={text}
            onChange={change}
          />
          <Group>
            <Button onClick={() => preview.mutate(pasted())} loading={preview.isPending} disabled={!isTableText(text)}>
              {t('imports.check')}
            </Button>
          </Group>
        </Stack>
      </Paper>
      {error === null ? null : <OrganiserProblem error={error} />}
      {result === undefined ? null : (
        <Stack gap="sm">
          {result.unknown_people > 0 ? (
            <Checkbox
              label={t('imports.answers.skip', { count: result.unknown_people })}
              checked={skips}
              onChange={({ currentTarget: { checked } }) => {
                setSkips(checked);
                preview.mutate({ ...pasted(), skip_unknown: checked });
              }}
            />
          ) : null}
          <Outcome result={result} pending={create.isPending} onImport={() => create.mutate(pasted())} />
          <CheckedTable
            header={result.header}
            columns={result.columns}
            choices={[
              { value: 'email', label: t('imports.columns.email') },
              { value: 'timestamp', label: t('imports.columns.timestamp') },
              ...result.questions.map(({ column, label }) => ({ value: column, label })),
            ]}
            lines={result.lines}
            lineCount={result.line_count}
            errors={result.errors}
            onColumns={(next) => {
              setColumns(next);
              preview.mutate(pasted({ columns: next }));
            }}
          />
        </Stack>
      )}
    </>
  );
}

type OutcomeProps = { result: ImportedAnswers; pending: boolean; onImport: () => void };

function Outcome({ result: { error_count: count, answers, left_out: leftOut }, pending, onImport }: OutcomeProps) {
  const { t } = useTranslation();
  if (count > 0)
    return (
      <Alert color="red" variant="outline" icon={<AlertIcon />} title={t('imports.wrong', { count })} role="alert">
        <Text size="sm">{t('imports.nothing')}</Text>
      </Alert>
    );
  const { already_answered: answered, not_asked: notAsked, repeated } = leftOut;
  const notes = [
    t('imports.answers.notified'),
    ...(answered > 0 ? [t('imports.answers.leftOut.already_answered', { count: answered })] : []),
    ...(notAsked > 0 ? [t('imports.answers.leftOut.not_asked', { count: notAsked })] : []),
    ...(repeated > 0 ? [t('imports.answers.leftOut.repeated', { count: repeated })] : []),
  ];
  return (
    <Paper className="muster-surface" p="lg">
      <Stack gap="sm">
        {notes.map((note) => (
          <Text key={note} size="sm" c="dimmed">
            {note}
          </Text>
        ))}
        <Group>
          <Button onClick={onImport} loading={pending} disabled={answers === 0}>
            {t('imports.answers.import', { count: answers })}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
