import { fieldsOfKind } from '../../../src/server/features/forms/kinds.service.ts';
import { deputyRoles } from '../../../src/shared/deputies.ts';
import type { GrantRow, Rows } from './rows.ts';
import type { Role, World } from './world-types.ts';

/** What the caller of a role may do for a while. */
function grantsTo({ pid, tid, caller: uid, ownGrant: id }: World, role: Role, boss: string): GrantRow[] {
  const row = { id, pid, uid, granted_by: boss };
  if (role === 'acting_chief') return [{ ...row, role: 'chief', tid }];
  // Owners need none; it lets a test of every write end one.
  const deputy = role === 'owner' ? 'desk' : deputyRoles.find((one) => one === role);
  return deputy === undefined ? [] : [{ ...row, role: deputy }];
}

/** The people, projects, teams, tasks and forms of a world. */
export function worldRows(world: World, role: Role, boss: string, later: (hours: number) => string): Rows {
  const { pid, tid, caller, uid: target } = world;
  const otherPid = `${pid}-b`;
  const person = (uid: string, name: string) => ({ uid, email: `${uid}@example.org`, name });
  const [callers, bosses] = [[{ uid: caller }], [{ uid: boss }]];
  const only = (some: readonly Role[]) => (some.includes(role) ? callers : []);
  return {
    people: [
      {
        ...person(caller, 'Caller'),
        administrator: role === 'administrator',
        suspended: role === 'suspended',
      },
      person(target, 'Target'),
      person(boss, 'Boss'),
    ],
    tokens: [{ id: world.token, uid: caller, token: world.token, days: 1 }],
    projects: [
      { pid, name: 'World', timezone: 'UTC', subsidy_currency: 'TWD', owners: [...bosses, ...only(['owner'])] },
      { pid: otherPid, name: 'Other world', timezone: 'UTC', owners: [...bosses, ...only(['other_owner'])] },
    ],
    teams: [
      { pid, tid, name: tid, chiefs: only(['chief']), members: [{ uid: target }, ...only(['member', 'suspended'])] },
      { pid, tid: 'others', name: 'others', chiefs: only(['other_chief']) },
    ],
    grants: [{ id: world.grant, pid, uid: target, role: 'desk', granted_by: boss }, ...grantsTo(world, role, boss)],
    tasks: [
      {
        id: world.task,
        pid,
        tid,
        title: 'Build up',
        starts_at: later(24),
        ends_at: later(26),
        capacity: 5,
        created_by: boss,
      },
    ],
    forms: [
      {
        pid,
        form: world.form,
        kind: 'shirt_size',
        title: 'Shirts',
        audience: 'people',
        fields: JSON.stringify(fieldsOfKind('shirt_size', { days: [], erase_after: '2027-01-01' })),
        passes_on: '["bank"]',
        passes_until: '2027-01-01',
        enabled_at: later(0),
      },
    ],
  };
}
