import { useLayoutEffect, useRef, useState } from 'react';
import type { PlanTask } from '../../../../../client/client.ts';
import { toRow } from '../move-to-row.ts';
import { endedAt, idIn, movedTo, neighbourOf, stepMs } from '../plan.ts';
import type { Direction, PlanRow } from '../plan.ts';
import type { Grouping } from '../search.ts';
import type { RunChange } from '../use-plan-changes.ts';

type KeyboardOptions = {
  rows: readonly PlanRow[];
  by: Grouping;
  /** Returns the task as changed last, which may not be rendered yet. */
  latestOf: (id: string) => PlanTask | undefined;
  scroller: React.RefObject<HTMLElement | null>;
  selected: string | undefined;
  run: RunChange;
};

const directions: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Arrow keys go from task to task, with Shift they move it; + and - change its end. */
export function useKeyboard({ rows, by, latestOf, scroller, selected, run }: KeyboardOptions) {
  const [focused, setFocused] = useState<string>();
  const hasFocus = useRef(false);
  const first = rows.find(({ lanes }) => lanes.length > 0)?.lanes[0]?.tasks[0]?.id;
  const isShown = (id: string | undefined) => rows.some(({ tasks }) => tasks.some((task) => task.id === id));
  const tabStop = [focused, selected].find(isShown) ?? first;
  // The focus follows the arrow keys, also into rows that were not rendered yet, and a bar that moves to another row.
  useLayoutEffect(() => {
    const active = document.activeElement;
    const isElsewhere = active !== document.body && !(active instanceof HTMLElement && active.dataset['task']);
    if (!hasFocus.current || focused === undefined || isElsewhere) return;
    const bar = scroller.current?.querySelector<HTMLElement>(`[data-task="${CSS.escape(focused)}"]`);
    // Another call would scroll back to it.
    if (bar !== active) bar?.focus();
  });
  const change = (task: PlanTask, key: string, direction: Direction | undefined) => {
    const startMs = Date.parse(task.starts_at);
    if (key === '+' || key === '-')
      return run({
        what: 'change',
        task,
        fields: { ends_at: endedAt(task, Date.parse(task.ends_at) + (key === '+' ? stepMs : -stepMs)).ends_at },
      });
    if (direction === 'left' || direction === 'right')
      return run({
        what: 'change',
        task,
        fields: movedTo(task, startMs + (direction === 'left' ? -stepMs : stepMs)),
      });
    const at = rows.findIndex(({ id }) => id === idIn(task, by));
    const to = rows[at + (direction === 'up' ? -1 : 1)];
    if (to === undefined) return undefined;
    return run({ what: 'change', task, fields: toRow(by, to), row: { by, to } });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['task'] : undefined;
    const task = id === undefined ? undefined : latestOf(id);
    const direction = directions[event.key];
    const changes = event.key === '+' || event.key === '-' || (event.shiftKey && direction !== undefined);
    if (task === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!changes && direction === undefined) return;
    event.preventDefault();
    if (changes && task.rights.edit) change(task, event.key, direction);
    if (changes || direction === undefined) return;
    const next = neighbourOf(rows, task.id, direction);
    if (next !== undefined) setFocused(next.id);
  };
  const onFocus = (event: React.FocusEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['task'] : undefined;
    hasFocus.current = id !== undefined;
    if (id !== undefined) setFocused(id);
  };
  const onBlur = () => void (hasFocus.current = false);
  return { tabStop, handlers: { onKeyDown, onFocus, onBlur } };
}
