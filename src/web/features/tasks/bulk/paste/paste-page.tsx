import { maxPastedText } from '../../../../../shared/limits.ts';
import { Alert, Button, Group, Paper, Select, SimpleGrid, Stack, Text, Textarea, List } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import type { ImportedTasks, Project } from '../../../../../client/client.ts';
import { joinSentences } from '../../../../../locales/format/sentences.ts';
import { nameKey } from '../../../../../locales/format/names.ts';
import { useChange } from '../../../../ui/change.ts';
import { DownloadButton } from '../../../../ui/download.tsx';
import { restoreValues } from '../../../../ui/editing/draft-storage.ts';
import { useDraft } from '../../../../ui/editing/drafts.ts';
import { AlertIcon } from '../../../../ui/icons.tsx';
import { PageHead } from '../../../../ui/page-head.tsx';
import { focusPage, usePageTitle } from '../../../../ui/page.tsx';
import { OrganiserProblem } from '../../../../ui/problems/organiser-problem.tsx';
import { useWhomToAsk } from '../../../../ui/problems/no-access.tsx';
import { loadManaged, useManagedProject } from '../../../projects/managed-project.ts';
import { OwnersOnly } from '../../../projects/owners-only.tsx';
import { ownersQuery } from '../../../projects/queries.ts';
import { teamsQuery } from '../../../teams/queries.ts';
import { kindsQuery, placesQuery } from '../../signup/queries.ts';
import { visibilities } from '../../planning/task-values.ts';
import { useKnownNames } from '../../catalogue/known-names.ts';
import { PasteTable } from './paste-table.tsx';
import { createNames, importTasks, importTemplate, previewImport } from '../queries.ts';
import type { NamedList, NewNames } from '../queries.ts';
import { TeamSelect, useReturnToTasks, useStartingTeam } from '../team-select.tsx';
import { useUndoable } from '../undo.tsx';

const codes = { places: 'unknown_place', kinds: 'unknown_kind' } as const;
const columns = { places: 'place', kinds: 'kind' } as const;
const lists = ['places', 'kinds'] as const;
const shown = 20;
/** The API refuses longer names of locations and kinds. */
const maxName = 100;

type Values = { text: string; visibility: (typeof visibilities)[number]; chosen: string | undefined };

const empty: Values = { text: '', visibility: 'team', chosen: undefined };

export const loadPasteTasksPage = loadManaged('plan_tasks', ({ load, params: { pid } }) =>
  Promise.all([load(teamsQuery(pid)), load(kindsQuery(pid)), load(placesQuery(pid))]),
);

/** Tasks from a spreadsheet: paste, check, create. */
export function PasteTasksPage() {
  const { t, i18n } = useTranslation();
  const { pid, project } = useManagedProject();
  const undoable = useUndoable(pid);
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/tasks/paste' });
  const returnToTasks = useReturnToTasks(pid, search.tid);
  const draft = useDraft<Partial<Values>>(`paste-tasks:${pid}`);
  const [values, setValues] = useState(() => restoreValues(empty, draft.found));
  const { text, visibility } = values;
  const start = useStartingTeam(project, search.tid) ?? '';
  const tid = values.chosen ?? start;
  const pasted = { text, visibility, ...(tid !== '' && { tid }) };
  const preview = useChange(previewImport(pid));
  const create = useChange(importTasks(pid), {
    onDone: (_, { step, tasks }) => {
      draft.drop();
      returnToTasks(tasks);
      undoable(step, t('series.created', { count: tasks.length }));
    },
  });
  const add = useChange(createNames(pid), {
    message: ({ list, names }) => t(`series.paste.createdNames.${list}`, { count: names.length }),
  });
  // Also after an error, because some may have been created before it. The pressed button disappears, so the focus moves.
  const addAndCheck = (names: NewNames) =>
    add.mutate(names, {
      onSettled: () => {
        focusPage();
        preview.mutate(pasted);
      },
    });
  usePageTitle(`${t('series.paste.title')} · ${project.name}`);
  if (!project.rights.plan_tasks) return <OwnersOnly project={project} />;
  const change = (changes: Partial<Values>) => {
    const next = { ...values, ...changes };
    setValues(next);
    if (next.text === '') draft.drop();
    // The address that the person comes back with may not name the team.
    else draft.keep({ values: { ...next, chosen: next.chosen ?? search.tid }, base: undefined });
    preview.reset();
    create.reset();
    add.reset();
  };
  const error = preview.error ?? create.error ?? add.error;
  return (
    <>
      <PageHead title={t('series.paste.title')} help={t('series.paste.lead')} />
      <Stack>
        <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
          <Stack>
            <Textarea
              label={t('series.paste.text')}
              description={t('series.paste.hint', { timezone: project.timezone })}
              value={text}
              onChange={(event) => change({ text: event.currentTarget.value })}
              autosize
              minRows={6}
              maxRows={14}
              maxLength={maxPastedText}
              spellCheck={false}
              styles={{ input: { whiteSpace: 'pre', overflowX: 'auto', fontFamily: 'monospace' } }}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TeamSelect
                project={project}
                label={t('series.paste.team')}
                value={tid}
                onChange={(chosen) => change({ chosen })}
              />
              <Select
                label={t('signup.visibility')}
                description={visibility === 'team' ? t('series.paste.teamOnly') : undefined}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                data={visibilities.map((value) => ({ value, label: t(`signup.visibilityOf.${value}`) }))}
                value={visibility}
                onChange={(value) => change({ visibility: visibilities.find((one) => one === value) ?? visibility })}
                allowDeselect={false}
              />
            </SimpleGrid>
            <Group>
              <Button onClick={() => preview.mutate(pasted)} loading={preview.isPending} disabled={text.trim() === ''}>
                {t('series.paste.check')}
              </Button>
              <DownloadButton
                variant="default"
                name="tasks-template.csv"
                text={t('series.paste.template')}
                load={importTemplate(pid, i18n.language)}
              />
            </Group>
          </Stack>
        </Paper>
        {error === null ? null : <OrganiserProblem error={error} />}
        {preview.data === undefined ? null : (
          <Checked
            project={project}
            result={preview.data}
            seenBy={t(`signup.visibilityOf.${visibility}`)}
            pending={create.isPending}
            onCreate={() => create.mutate(pasted)}
            creating={add.isPending ? add.variables.list : undefined}
            onCreateNames={addAndCheck}
          />
        )}
      </Stack>
    </>
  );
}

type CheckedProps = {
  project: Project;
  result: ImportedTasks;
  seenBy: string;
  pending: boolean;
  onCreate: () => void;
  creating: NamedList | undefined;
  onCreateNames: (names: NewNames) => void;
};

function Checked({ project, result, seenBy, pending, onCreate, creating, onCreateNames }: CheckedProps) {
  const { t, i18n } = useTranslation();
  const { errors, tasks, columns } = result;
  const minimum = columns.indexOf('minimum');
  const lacksMinimum = result.lines.some(({ cells }) => (cells[minimum] ?? '') === '');
  return (
    <Stack gap="sm">
      {errors.length === 0 ? (
        <Group>
          <Button onClick={onCreate} loading={pending}>
            {t('series.paste.create', { count: tasks.length })}
          </Button>
          <Text size="sm" component="output">
            {joinSentences(
              [
                t('series.paste.ready'),
                t('series.paste.seenBy', { who: seenBy }),
                lacksMinimum ? t('series.paste.usualMinimum') : '',
              ],
              i18n.language,
            )}
          </Text>
        </Group>
      ) : (
        <Mistakes {...{ project, result, creating, onCreateNames }} />
      )}
      <PasteTable project={project} result={result} />
    </Stack>
  );
}

type MistakesProps = Pick<CheckedProps, 'project' | 'result' | 'creating' | 'onCreateNames'>;

function Mistakes({ project, result, creating, onCreateNames }: MistakesProps) {
  const { t } = useTranslation();
  const missing = findMissing(result);
  const names = missing.places.length + missing.kinds.length;
  const others = result.errors.filter((error) => !isMissingName(error)).length;
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<AlertIcon />}
      title={
        others === 0 ? t('series.paste.missing', { count: names }) : t('series.paste.wrong', { count: others + names })
      }
      role="alert"
    >
      <Text size="sm">{others === 0 ? t('series.paste.nothingNames') : t('series.paste.nothing')}</Text>
      <MissingNamesList {...{ project, missing, creating }} onCreate={onCreateNames} />
    </Alert>
  );
}

type Missing = { name: string; lines: number };
type MissingNames = Record<NamedList, Missing[]>;

const isMissingName = ({ code }: ImportedTasks['errors'][number]): boolean =>
  lists.some((list) => code === codes[list]);

/** Lists each missing name once, however often it is in the table, and with whichever capitals and spaces. */
function findMissing({ columns: order, lines, errors }: ImportedTasks): MissingNames {
  const cellsOf = new Map(lines.map(({ line, cells }) => [line, cells]));
  const missingIn = (list: NamedList): Missing[] => {
    const cells = errors
      .filter(({ code }) => code === codes[list])
      .map(({ line }) => cellsOf.get(line)?.[order.indexOf(columns[list])] ?? '');
    return [...Map.groupBy(cells, nameKey).values()].map((same) => ({ name: same[0] ?? '', lines: same.length }));
  };
  return { places: missingIn('places'), kinds: missingIn('kinds') };
}

type MissingNamesListProps = {
  project: Project;
  missing: MissingNames;
  creating: NamedList | undefined;
  onCreate: (names: NewNames) => void;
};

/** Missing locations and kinds of tasks, one per line, with a button that creates them. */
function MissingNamesList({ project, missing, creating, onCreate }: MissingNamesListProps) {
  const { t, i18n } = useTranslation();
  const known = useKnownNames(project.pid);
  const named = lists.filter((list) => missing[list].length > 0);
  if (named.length === 0) return null;
  return (
    <Stack gap="sm" mt="sm">
      {named.map((list) => {
        const all = missing[list];
        const names = all.map(({ name }) => name);
        const creatable = names.filter((name) => name.length <= maxName);
        return (
          <div key={list}>
            <Text size="sm" fw={600}>
              {t(`series.paste.missingIn.${list}`)}
            </Text>
            <List size="sm">
              {all.slice(0, shown).map(({ name, lines }) => (
                <List.Item key={name}>{t('series.paste.missingName', { name, count: lines })}</List.Item>
              ))}
            </List>
            <Text size="sm">
              {joinSentences(
                [
                  all.length > shown ? t('series.losses.more', { count: all.length - shown }) : '',
                  ...known(codes[list], names),
                ],
                i18n.language,
              )}
            </Text>
            {project.rights.edit && creatable.length > 0 ? (
              <Button
                mt="xs"
                size="xs"
                loading={creating === list}
                disabled={creating !== undefined}
                onClick={() => onCreate({ list, names: creatable })}
              >
                {t(`series.paste.createNames.${list}`, { count: creatable.length })}
              </Button>
            ) : null}
          </div>
        );
      })}
      {project.rights.edit ? null : <WhomToAsk project={project} />}
    </Stack>
  );
}

function WhomToAsk({ project: { pid, rights } }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const owners = useQuery({ ...ownersQuery(pid), enabled: rights.see_owners });
  const ask = useWhomToAsk((owners.data ?? []).map(({ name }) => name));
  return <Text size="sm">{joinSentences([t('series.paste.askNames'), ask], i18n.language)}</Text>;
}
