import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask, Project } from '../../../../client/client.ts';
import { taskKeys } from '../../../keys.ts';
import { invalidate } from '../../../ui/change.ts';
import { problemCode, problemNames, problemPeople, problemRule } from '../../../ui/problems/api-problem.ts';
import { ruleText } from '../../../ui/problems/organiser-problem.tsx';
import { problemText } from '../../../ui/problems/problem.tsx';
import { useMe } from '../../people/queries.ts';
import { currentTime, formatSpanAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { joinSentences } from '../../../../locales/format/sentences.ts';
import { isNotified } from '../planning/is-notified.ts';
import { affectedByTask } from '../queries.ts';
import { isOn, littleRestWith, plansOf } from './plan.ts';
import { applied, reverse, undone } from './plan-change.ts';
import type { PlanChange } from './plan-change.ts';
import { runPlanChange } from './queries.ts';

const personCodes = [
  'not_qualified',
  'document_missing',
  'not_possible',
  'works_too_long',
  'too_little_rest',
  'task_overlap',
  'task_full',
  'not_allowed',
] as const;
const taskCodes = [
  'not_qualified',
  'document_missing',
  'not_possible',
  'works_too_long',
  'too_little_rest',
  'task_overlap',
  'task_has_attendees',
] as const;

/** Why the server refused, with the name of the person or task that it is about. */
function refusalText(t: TFunction, language: string, error: unknown, change: PlanChange): string {
  const code = problemCode(error);
  const { title } = change.task;
  const rule = ruleText(t, code, problemRule(error));
  if (change.what === 'change') {
    const known = taskCodes.find((one) => one === code);
    if (known === undefined) return problemText(t, error);
    const names = problemPeople(error).map(({ name, tasks }) =>
      tasks.length === 0 ? shownName(t, name) : `${shownName(t, name)} (${formatList(tasks, language)})`,
    );
    const about = names.length === 0 ? '' : t('planner.refusedPeople', { names: formatList(names, language) });
    return joinSentences([t(`planner.taskRefused.${known}`, { title }), about, rule], language);
  }
  if (code === 'not_allowed' && change.task.ends_at <= currentTime()) return t('planner.ended', { title });
  const known = personCodes.find((one) => one === code);
  const { name } = change.person;
  const names = problemNames(error);
  if (known === 'not_qualified' && names.length > 0)
    return t('planner.lacks', { name, title, names, count: names.length });
  return known === undefined
    ? problemText(t, error)
    : joinSentences([t(`planner.personRefused.${known}`, { name, title }), rule], language);
}

/** How many people a change is a notice for. */
function notifiedBy(change: PlanChange, me: string | undefined): number {
  const { task } = change;
  if (change.what !== 'change') return isNotified(change.person.uid, me, task) ? 1 : 0;
  const { starts_at: start, ends_at: end, place } = change.fields;
  const isNoticed = [start, end, place].some((field) => field !== undefined);
  return isNoticed ? task.attendee_count - (isOn(task, me ?? '') ? 1 : 0) : 0;
}

type DoneTexts = { t: TFunction; language: string; timezone: string };

function doneText({ t, language, timezone }: DoneTexts, change: PlanChange, me: string | undefined): string {
  const { task } = change;
  const { title } = task;
  const count = notifiedBy(change, me);
  const areNotified = count > 0;
  if (change.what === 'change') {
    const { starts_at: start, ends_at: end } = change.fields;
    if (start === undefined && end === undefined)
      return areNotified ? t('planner.done.changeNotified', { title, count }) : t('planner.done.change', { title });
    const when = formatSpanAt(start ?? task.starts_at, end ?? task.ends_at, language, timezone);
    return areNotified
      ? t('planner.done.movedNotified', { title, when, count })
      : t('planner.done.moved', { title, when });
  }
  const { name } = change.person;
  return areNotified
    ? t(`planner.done.${change.what}`, { name, title })
    : t(`planner.done.${change.what}`, { context: 'quiet', name, title });
}

/** A warning after a person was assigned. */
function restText(t: TFunction, change: PlanChange, tasks: readonly PlanTask[], timezone: string): string {
  if (change.what !== 'assign' && change.what !== 'transfer') return '';
  const { uid, name } = change.person;
  const other = littleRestWith(plansOf(tasks).get(uid) ?? [], change.task, timezone);
  return other === undefined ? '' : t('planner.done.littleRest', { name, title: other.title });
}

type Step = { change: PlanChange; isUndo: boolean };

/**
 * Changes the plan. The page shows a change at once; if the server refuses it, the change is taken back and the page
 * says why. Changes are sent one after the other, and the plan is loaded again after the last one.
 */
export function usePlanChanges({ pid, timezone }: Pick<Project, 'pid' | 'timezone'>) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const me = useMe()?.uid;
  const [done, setDone] = useState<{ text: string; step?: Step }>();
  const mutationKey = ['plan', pid];
  const show = (change: (tasks: PlanTask[]) => PlanTask[]) =>
    queryClient.setQueriesData<PlanTask[]>({ queryKey: taskKeys.plans(pid) }, (tasks) => tasks && change(tasks));
  const shownTasks = (): PlanTask[] =>
    queryClient
      .getQueriesData<PlanTask[]>({ queryKey: taskKeys.plans(pid), type: 'active' })
      .flatMap(([, tasks]) => tasks ?? []);
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `plan ${pid}` },
    mutationFn: ({ change }: Step) => runPlanChange(pid, change),
    onSuccess: (_answer, step) => {
      const { change, isUndo } = step;
      const text = isUndo
        ? t(notifiedBy(change, me) > 0 ? 'planner.done.undoneNotified' : 'planner.done.undone')
        : doneText({ t, language: i18n.language, timezone }, change, me);
      const rest = restText(t, change, shownTasks(), timezone);
      setDone({ text: joinSentences([text, rest], i18n.language), step });
    },
    onError: (error, { change }) => {
      show((tasks) => undone(tasks, change));
      setDone(undefined);
      notifications.show({ color: 'red', message: refusalText(t, i18n.language, error, change), autoClose: 10_000 });
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void invalidate(queryClient, affectedByTask(pid));
    },
  });
  const runStep = useCallback(
    (step: Step) => {
      // A change that waits for another one is shown as well.
      void queryClient.cancelQueries({ queryKey: taskKeys.plans(pid) });
      queryClient.setQueriesData<PlanTask[]>(
        { queryKey: taskKeys.plans(pid) },
        (tasks) => tasks && applied(tasks, step.change),
      );
      mutate(step);
    },
    [queryClient, pid, mutate],
  );
  const run = useCallback((change: PlanChange) => runStep({ change, isUndo: false }), [runStep]);
  /** The task as changed last, which may not be rendered yet. */
  const latestOf = (id: string): PlanTask | undefined => shownTasks().find((task) => task.id === id);
  const last = done?.step;
  /** What was done last can be taken back, and what was taken back can be done again. */
  const back = last && {
    text: t(last.isUndo ? 'planner.redo' : 'series.undo'),
    onClick: () => runStep({ change: reverse(last.change), isUndo: !last.isUndo }),
  };
  const say = useCallback((text: string) => setDone({ text }), []);
  return { run, say, said: done?.text ?? '', back, forget: () => setDone(undefined), latestOf };
}

export type RunChange = ReturnType<typeof usePlanChanges>['run'];
