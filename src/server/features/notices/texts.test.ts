import { expect, test } from 'vitest';
import { textsOf } from './texts.policy.ts';

test('a change of a task is described by what changed, the times first', () => {
  const task = { title: 'Desk', starts_at: 'a', ends_at: 'b', description: 'c' };
  const textsFor = (values: object) =>
    textsOf({ kind: 'task.changed', previous: task, values: { ...task, ...values } });
  expect(textsFor({ title: 'Door', ends_at: 'd' })).toEqual(['task.changed.moved', 'task.changed.renamed']);
  expect(textsFor({ description: 'x' })).toEqual(['task.changed.described']);
});

test('a change of a role is described by what the person gained or lost', () => {
  const textsFor = (from: 'member' | 'chief' | 'owner' | null, to: 'member' | 'chief' | 'owner' | null) =>
    textsOf({ kind: 'role.changed', previous: { role: from }, values: { role: to } });
  expect(
    [textsFor('member', 'chief'), textsFor('chief', 'member'), textsFor(null, 'owner'), textsFor('owner', null)].flat(),
  ).toEqual([
    'role.changed.chief_added',
    'role.changed.chief_removed',
    'role.changed.owner_added',
    'role.changed.owner_removed',
  ]);
});
