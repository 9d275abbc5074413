import { pagePath, profilePages } from '../../../shared/pages.ts';
import type { Me } from '../me/me.schema.ts';
import type { ChecklistItem } from './checklist.schema.ts';

/** What a project asks of the person because of its rules for minors, or its minimum hours. */
export type Duty = { pid: string; due_at: string | null } & (
  | { kind: 'birthday' }
  | { kind: 'guardian' }
  | { kind: 'hours'; hours: number; min_hours: number }
);

type Wanted = {
  me: Pick<Me, 'missing' | 'missing_forms' | 'needed'>;
  documents: readonly { id: string; pid: string; title: string; due_at: string | null }[];
  duties: readonly Duty[];
};

const usual = { title: null, due_at: null, asks_more: false, forms: [], hours: null, min_hours: null };

const profileItem = (id: keyof typeof profilePages, about: Partial<ChecklistItem> = {}): ChecklistItem => ({
  ...usual,
  kind: 'profile',
  pid: null,
  id,
  page: profilePages[id],
  ...about,
});

/** What the person still has to do, in order of deadline; what has none comes last. It is worked out each time. */
export function checklistOf({ me, documents, duties }: Wanted): ChecklistItem[] {
  const items: ChecklistItem[] = [
    ...(me.missing.includes('name') ? [profileItem('name')] : []),
    ...birthdayFor(duties),
    ...documents.map(({ id, pid, title, due_at }) => ({
      ...usual,
      kind: 'document' as const,
      pid,
      id,
      title,
      due_at,
      page: pagePath('/projects/$pid/documents/$id', { pid, id }),
    })),
    ...duties.flatMap(itemOf),
    ...me.missing_forms.map(({ pid, form, title, closes_at, asks_more }) => ({
      ...usual,
      kind: 'form' as const,
      pid,
      id: form,
      title,
      due_at: closes_at,
      page: pagePath('/projects/$pid/forms/$form', { pid, form }),
      asks_more,
    })),
    ...me.needed.map(({ record, forms }) => profileItem(record, { forms: forms.map(({ title }) => title) })),
  ];
  return items.toSorted((one, other) => (dueOf(one) === dueOf(other) ? 0 : dueOf(one) < dueOf(other) ? -1 : 1));
}

const dueOf = ({ due_at }: Pick<ChecklistItem, 'due_at'>): string => due_at ?? 'never';

/** Once for all projects that need it, for the first of them. */
function birthdayFor(duties: readonly Duty[]): ChecklistItem[] {
  const [first] = duties
    .filter(({ kind }) => kind === 'birthday')
    .toSorted((one, other) => (dueOf(one) < dueOf(other) ? -1 : 1));
  return first === undefined ? [] : [profileItem('birthday', { due_at: first.due_at })];
}

function itemOf(duty: Duty): ChecklistItem[] {
  const { pid, due_at } = duty;
  const about = { ...usual, pid, id: duty.kind, due_at };
  if (duty.kind === 'birthday') return [];
  if (duty.kind === 'guardian')
    return [{ ...about, kind: 'guardian', page: pagePath('/projects/$pid/guardian', { pid }) }];
  const { hours, min_hours } = duty;
  return [{ ...about, kind: 'hours', page: pagePath('/projects/$pid/open-tasks', { pid }), hours, min_hours }];
}
