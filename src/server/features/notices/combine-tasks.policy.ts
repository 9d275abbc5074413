import { entryOf, severalPrefix } from '../../../shared/notice-kinds.ts';
import type { NoticeKind } from '../../../shared/notice-kinds.ts';
import { sha256 } from '../../lib/secrets.ts';
import type { NoticeValues } from './notices.schema.ts';

export type ListedTask = { id: string; title: string; starts_at: string; ends_at: string; revision: number };

/** `revision` is that of a task, for its calendar file; `listed` are the tasks of a notice about several. */
export type StoredValues = NoticeValues & { revision?: number; listed?: ListedTask[] };

type AboutTask = { kind: NoticeKind; uid: string; subject: string; values?: StoredValues };

/** More would make the mail unreadable. */
const maxListed = 50;

/** Tasks that somebody is assigned to, or loses, at the same time become one notice. Takes notices about one project. */
export function combineTasks<T extends AboutTask>(notices: readonly T[]): { single: T[]; several: T[] } {
  const single: T[] = [];
  const several: T[] = [];
  const groups = Map.groupBy(notices, ({ kind, uid }) => `${kind} ${uid}`);
  for (const group of groups.values()) {
    const bySubject = new Map(group.map((notice) => [notice.subject, notice]));
    const [first] = group;
    if (first === undefined || bySubject.size === 1 || entryOf(first.kind).several === undefined) single.push(...group);
    else several.push(aboutSeveral(first, [...bySubject.values()]));
  }
  return { single, several };
}

function aboutSeveral<T extends AboutTask>(notice: T, group: readonly T[]): T {
  const tasks = group.map(listedTask).toSorted((one, other) => (one.starts_at < other.starts_at ? -1 : 1));
  const [{ title, starts_at, ends_at } = listedTask(notice)] = tasks;
  const values = { title, starts_at, ends_at, tasks: tasks.length, listed: tasks.slice(0, maxListed) };
  return { ...notice, subject: subjectOf(tasks), values };
}

const listedTask = ({ subject: id, values = {} }: AboutTask): ListedTask => {
  const { title = '', starts_at = '', ends_at = '', revision = 1 } = values;
  return { id, title, starts_at, ends_at, revision };
};

/** The same for the same tasks, so that a change and its undo find each other. */
const subjectOf = (tasks: readonly ListedTask[]): string => {
  const ids = tasks.map(({ id }) => id).toSorted();
  return `${severalPrefix}${sha256(ids.join(' ')).slice(0, 24)}`;
};
