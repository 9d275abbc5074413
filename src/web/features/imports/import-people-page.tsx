import { Alert, Button, Group, List, NativeSelect, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from 'virtual:locales';
import type { ImportedPeople, PastedPeople, Project } from '../../../client/client.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { importPeopleColumns } from '../../../shared/import-people-columns.ts';
import { useChange } from '../../ui/change.ts';
import { restoreValues } from '../../ui/editing/draft-storage.ts';
import { useDraft } from '../../ui/editing/drafts.ts';
import { currentLanguage, isLanguage } from '../../ui/i18n.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { focusPage, usePageTitle } from '../../ui/page.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { teamsQuery } from '../teams/queries.ts';
import { CheckedTable } from './checked-table.tsx';
import { isTableText, PasteField } from './paste-field.tsx';
import { importPeople, importsQuery, previewPeople } from './queries.ts';
import { RecentImports } from './recent-imports.tsx';

export const loadImportPeoplePage = loadManaged('create_teams', ({ load, params: { pid } }) =>
  Promise.all([load(teamsQuery(pid)), load(importsQuery(pid))]),
);

type Values = { text: string; tid: string; language: string };
const empty: Values = { text: '', tid: '', language: '' };
/** Longer tables are not kept: browsers store about 5 MB for a site. */
const maxKept = 500_000;

/** People from a spreadsheet: paste, check, invite. */
export function ImportPeoplePage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  usePageTitle(`${t('imports.people.title')} · ${project.name}`);
  if (!project.rights.create_teams) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('imports.people.title')} help={t('imports.people.help')} />
      <Stack>
        <ImportForm project={project} />
        <RecentImports pid={project.pid} shown={({ kind }) => kind === 'people'} />
      </Stack>
    </>
  );
}

function ImportForm({ project: { pid } }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const draft = useDraft<Partial<Values>>(`import-people:${pid}`);
  const [values, setValues] = useState(() => restoreValues(empty, draft.found));
  const [columns, setColumns] = useState<(string | null)[]>();
  const teams = (useQuery(teamsQuery(pid)).data ?? []).filter(({ disabled }) => !disabled);
  const preview = useChange(previewPeople(pid));
  const create = useChange(importPeople(pid), {
    onDone: (_, { people }) => {
      draft.drop();
      setValues(empty);
      setColumns(undefined);
      preview.reset();
      focusPage();
      notifications.show({ message: t('imports.people.begun', { count: people }) });
    },
  });
  const language = values.language === '' ? currentLanguage(i18n) : values.language;
  const pasted = (more: Partial<PastedPeople> = {}): PastedPeople => ({
    text: values.text,
    ...(values.tid !== '' && { tid: values.tid }),
    ...(isLanguage(language) && { language }),
    ...(columns !== undefined && { columns: knownColumns(columns) }),
    ...more,
  });
  const change = (changes: Partial<Values>) => {
    const next = { ...values, ...changes };
    setValues(next);
    if (changes.text !== undefined) setColumns(undefined);
    if (next.text === '' || next.text.length > maxKept) draft.drop();
    else draft.keep({ values: next, base: undefined });
    preview.reset();
    create.reset();
  };
  const result = preview.data;
  const error = preview.error ?? create.error;
  const createTeams = preview.variables?.create_teams === true;
  return (
    <>
      <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
        <Stack>
          <PasteField
            label={t('imports.people.text')}
            description={t('imports.people.hint')}
            text={values.text}
            onChange={(text) => change({ text })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect
              label={t('imports.people.team')}
              value={values.tid}
              onChange={({ currentTarget: { value } }) => change({ tid: value })}
              data={[
                { value: '', label: t('imports.people.noTeam') },
                ...teams.map(({ tid, name }) => ({ value: tid, label: name })),
              ]}
            />
            <NativeSelect
              label={t('imports.people.language')}
              description={t('invite.languageHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={language ?? ''}
              onChange={({ currentTarget: { value } }) => change({ language: value })}
              data={languages.map(({ code, name }) => ({ value: code, label: name }))}
            />
          </SimpleGrid>
          <Group>
            <Button
              onClick={() => preview.mutate(pasted())}
              loading={preview.isPending}
              disabled={!isTableText(values.text)}
            >
              {t('imports.check')}
            </Button>
          </Group>
        </Stack>
      </Paper>
      {error === null ? null : <OrganiserProblem error={error} />}
      {result === undefined ? null : (
        <Stack gap="sm">
          {result.error_count > 0 ? (
            <Mistakes
              result={result}
              pending={preview.isPending}
              onCreateTeams={() => preview.mutate(pasted({ create_teams: true }))}
            />
          ) : (
            <Ready
              result={result}
              pending={create.isPending}
              onImport={() => create.mutate(pasted(createTeams ? { create_teams: true } : {}))}
            />
          )}
          <CheckedTable
            header={result.header}
            columns={result.columns}
            choices={importPeopleColumns.map((value) => ({ value, label: t(`imports.columns.${value}`) }))}
            lines={result.lines}
            lineCount={result.line_count}
            errors={result.errors}
            onColumns={(next) => {
              setColumns(next);
              preview.mutate(pasted({ columns: knownColumns(next), ...(createTeams && { create_teams: true }) }));
            }}
          />
        </Stack>
      )}
    </>
  );
}

const knownColumns = (columns: readonly (string | null)[]) =>
  columns.map((column) => importPeopleColumns.find((one) => one === column) ?? null);

type MistakesProps = { result: ImportedPeople; pending: boolean; onCreateTeams: () => void };

/** What is wrong. Teams that do not exist can be created with the import. */
function Mistakes({ result, pending, onCreateTeams }: MistakesProps) {
  const { error_count: count, unknown_teams: unknown } = result;
  const { t, i18n } = useTranslation();
  return (
    <Alert color="red" variant="outline" icon={<AlertIcon />} title={t('imports.wrong', { count })} role="alert">
      <Text size="sm">{t('imports.nothing')}</Text>
      {unknown.length === 0 ? null : (
        <>
          <Text size="sm" mt="xs" className="muster-breaks">
            {t('imports.people.unknownTeams', { teams: formatList(unknown.slice(0, 20), i18n.language) })}
          </Text>
          <Button size="xs" mt="xs" loading={pending} onClick={onCreateTeams}>
            {t('imports.people.createTeams', { count: unknown.length })}
          </Button>
        </>
      )}
    </Alert>
  );
}

const reasons = ['already_member', 'already_invited', 'declined', 'own_address', 'repeated'] as const;

type ReadyProps = { result: ImportedPeople; pending: boolean; onImport: () => void };

/** How many are invited to which team, and who is left out. */
function Ready({ result: { people, teams, left_out: leftOut, held, mail }, pending, onImport }: ReadyProps) {
  const { t } = useTranslation();
  const notes = [
    ...reasons.flatMap((reason) =>
      leftOut[reason] > 0 ? [t(`imports.people.leftOut.${reason}`, { count: leftOut[reason] })] : [],
    ),
    ...(held ? [t('invite.draft')] : []),
    ...(mail === 'files' && !held ? [t('imports.people.files')] : []),
  ];
  return (
    <Paper className="muster-surface" p="lg">
      <Stack gap="sm">
        <List size="sm">
          {teams.map((team) => (
            <List.Item key={team.tid}>
              {t(team.is_new ? 'imports.people.newTeam' : 'imports.people.inTeam', {
                team: team.name,
                count: team.people,
              })}
              {team.open_places !== null && team.people > team.open_places ? (
                <Text span size="sm" c="dimmed">
                  {' '}
                  {t('imports.people.noRoom', { count: team.open_places })}
                </Text>
              ) : null}
            </List.Item>
          ))}
        </List>
        {notes.map((note) => (
          <Text key={note} size="sm" c="dimmed">
            {note}
          </Text>
        ))}
        <Group>
          <Button onClick={onImport} loading={pending} disabled={people === 0}>
            {t('imports.people.invite', { count: people })}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
