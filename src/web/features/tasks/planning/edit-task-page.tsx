import { Paper, Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useLocation, useParams, useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useEffect, useRef, useState } from 'react';
import type { Project, Task } from '../../../../client/client.ts';
import { currentTime } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { LoadError, LoadingPlaceholder } from '../../../ui/page-state.tsx';
import type { Versioned } from '../../../api.ts';
import { problemCode, problemPeople, problemRule } from '../../../ui/problems/api-problem.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useEditing } from '../../../ui/editing/editing.ts';
import type { Editing } from '../../../ui/editing/editing.ts';
import { ruleText } from '../../../ui/problems/organiser-problem.tsx';
import { EditingNotices, RestoredNotice } from '../../../ui/editing/editing-notices.tsx';
import { AlertIcon } from '../../../ui/icons.tsx';
import { useChange } from '../../../ui/change.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { projectQuery } from '../../projects/queries.ts';
import { ChiefsOnly } from '../../teams/chiefs-only.tsx';
import { taskVersionQuery, editTask } from '../queries.ts';
import { deleteTask } from '../bulk/queries.ts';
import { useUndoable } from '../bulk/undo.tsx';
import { TaskFields, useTaskTexts } from './task-fields.tsx';
import { notifiedFields, taskBody, taskValues, useTaskValidation } from './task-values.ts';
import type { TaskValues } from './task-values.ts';
import type { Loading } from '../../../loading.ts';

/** Somebody who has joined could not stay, by the rules of the new kind or at the new time. */
const ruleCodes: ReadonlySet<string> = new Set([
  'not_qualified',
  'document_missing',
  'not_possible',
  'too_little_rest',
  'works_too_long',
]);

export const loadEditTaskPage = ({ load, params: { pid, id } }: Loading<'pid' | 'id'>) =>
  Promise.all([load(projectQuery(pid)), load(taskVersionQuery(pid, id))]);

export function EditTaskPage() {
  const { t } = useTranslation();
  const { pid, id } = useParams({ from: '/signed-in/organise/projects/$pid/tasks/$id/edit' });
  const [project, task] = useQueries({ queries: [projectQuery(pid), taskVersionQuery(pid, id)] });
  usePageTitle(t('manage.tasks.edit'));
  const error = project.error ?? task.error;
  if (error !== null) return <LoadError error={error} />;
  if (project.data === undefined || task.data === undefined) return <LoadingPlaceholder />;
  const { tid, rights } = task.data.body;
  if (!rights.edit) {
    return tid === null ? <OwnersOnly project={project.data} /> : <ChiefsOnly pid={pid} tid={tid} team={tid} />;
  }
  return (
    <>
      <PageHead title={t('manage.tasks.edit')} />
      <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} maw="44rem">
        <EditTaskForm project={project.data} task={task.data.body} etag={task.data.etag} />
      </Paper>
    </>
  );
}

type EditTaskFormProps = { project: Project; task: Task; etag: string | undefined };

function EditTaskForm({ project, task, etag }: EditTaskFormProps) {
  const { t } = useTranslation();
  const leave = useLeave(project.pid, task.tid);
  const { history } = useRouter();
  const { pid, timezone } = project;
  const { id } = task;
  const record = editTask(pid, id);
  // The consent to remove people with conflicts holds for one attempt only.
  const release = useRef(false);
  const undoable = useUndoable(pid);
  const [hasEnded] = useState(() => task.ends_at <= currentTime());
  const isNotified = (values: TaskValues) =>
    task.attendee_count > 0 && !hasEnded && notifiedFields.some((field) => values[field] !== before[field]);
  const before = taskValues(task, timezone);
  const versionOf = (answer: Versioned<Task>) => ({ values: taskValues(answer.body, timezone), etag: answer.etag });
  const editing = useEditing<TaskValues>({
    draft: `task:${pid}/${id}`,
    current: versionOf({ body: task, etag }),
    load: async () => versionOf(await record.load()),
    save: async (values, tag) => {
      const agreed = release.current;
      release.current = false;
      const body = { ...taskBody(values, timezone), ...(agreed ? { release_conflicting: true } : {}) };
      const answer = await record.save(body, tag);
      const message = isNotified(values) ? t('manage.tasks.savedNotified') : t('manage.saved');
      undoable(answer.planningStep ?? null, message);
      return versionOf(answer);
    },
    affects: record.affects,
    // The person returns to where they came from: the list with its filters, the planner or the task.
    onSaved: () => (history.canGoBack() ? history.back() : void leave()),
    validate: useTaskValidation(),
  });
  useFocusedField(editing.form);
  const texts = useTaskTexts();
  const code = problemCode(editing.error);
  const releaseAndSave = () => {
    release.current = true;
    editing.submit();
  };
  return (
    <form noValidate id={editing.formId} onSubmit={editing.submit}>
      <Stack gap="lg">
        <RestoredNotice editing={editing} />
        <TaskFields project={project} form={editing.form} current={before.tid} />
        {code === 'task_overlap' ? (
          <Choice title={t('manage.tasks.overlapTitle')} text={t('manage.tasks.overlapText')} error={editing.error}>
            <Button size="xs" color="red" onClick={releaseAndSave}>
              {t('manage.tasks.overlapRelease')}
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => editing.form.setValues({ starts_at: before.starts_at, ends_at: before.ends_at })}
            >
              {t('manage.tasks.overlapKeep')}
            </Button>
          </Choice>
        ) : null}
        {ruleCodes.has(code ?? '') ? (
          <Choice title={t('signup.conflictTitle')} text={t('signup.conflictText')} error={editing.error}>
            <Button size="xs" color="red" onClick={releaseAndSave}>
              {t('signup.conflictRelease')}
            </Button>
          </Choice>
        ) : null}
        {code === 'task_has_attendees' ? (
          <Choice title={t('manage.tasks.tooSmallTitle')} text={t('manage.tasks.tooSmallText')}>
            <Button
              size="xs"
              variant="default"
              onClick={() => editing.form.setFieldValue('capacity', task.attendee_count)}
            >
              {t('manage.tasks.tooSmallSet', { count: task.attendee_count })}
            </Button>
          </Choice>
        ) : null}
        {code === 'task_overlap' || code === 'task_has_attendees' || ruleCodes.has(code ?? '') ? null : (
          <EditingNotices editing={editing} fields={texts} />
        )}
        {task.attendee_count === 0 || hasEnded ? null : (
          <Text size="sm" c="dimmed">
            {t('manage.tasks.notifiedOfChanges', { count: task.attendee_count })}
          </Text>
        )}
        <Group justify="space-between">
          <Button type="submit" loading={editing.pending} disabled={!editing.dirty}>
            {t('manage.save')}
          </Button>
          <DeleteTask pid={pid} task={task} onDone={() => void leave()} />
        </Group>
      </Stack>
    </form>
  );
}

/** Other pages link to a single field: `#starts_at`. */
function useFocusedField({ getInputNode }: Editing<TaskValues>['form']): void {
  const field = useLocation().hash;
  useEffect(() => {
    if (field !== '') getInputNode(field)?.focus();
  }, [field, getInputNode]);
}

/** Back to the tasks of the team. */
function useLeave(pid: string, tid: string | null): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    if (tid === null) await navigate({ to: '/projects/$pid/manage/tasks', params: { pid } });
    else await navigate({ to: '/projects/$pid/teams/$tid/manage', params: { pid, tid }, search: { tab: 'tasks' } });
  };
}

type ChoiceProps = { title: string; text: string; error?: unknown; children: React.ReactNode };

function Choice({ title, text, error, children }: ChoiceProps) {
  const { t, i18n } = useTranslation();
  const rule = ruleText(t, problemCode(error), problemRule(error));
  return (
    <Alert color="yellow" variant="outline" icon={<AlertIcon />} title={title} role="alert">
      <Stack gap="sm">
        <List size="sm">
          {problemPeople(error).map(({ uid, name, tasks }) => (
            <List.Item key={uid}>
              {tasks.length === 0
                ? shownName(t, name)
                : t('manage.tasks.overlapPerson', {
                    name: shownName(t, name),
                    tasks: formatList(tasks, i18n.language),
                  })}
            </List.Item>
          ))}
        </List>
        {rule === '' ? null : <Text size="sm">{rule}</Text>}
        <Text size="sm">{text}</Text>
        <Group gap="sm">{children}</Group>
      </Stack>
    </Alert>
  );
}

function DeleteTask({ pid, task, onDone }: { pid: string; task: Task; onDone: () => void }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const { title, attendee_count: count } = task;
  const undoable = useUndoable(pid);
  const remove = useChange(deleteTask(pid, task), {
    onDone: (_input, { step }) => {
      undoable(step, t('manage.tasks.deleted', { title }));
      onDone();
    },
  });
  return (
    <>
      <Button variant="subtle" color="red" c="var(--mantine-color-error)" onClick={() => setConfirming(true)}>
        {t('manage.tasks.delete')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('manage.tasks.deleteTitle', { title })}
        text={count > 0 ? t('manage.tasks.deleteWithPeople', { count }) : t('manage.tasks.deleteText')}
        confirm={t('manage.tasks.delete')}
        change={remove}
        onConfirm={() => remove.mutate()}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
