import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** The role of each person in the team. Also checks that the team's member count matches. */
export async function rolesIn({ db }: TestApp, pid: string, tid: string): Promise<Record<string, string>> {
  const rows = await db.read
    .selectFrom('memberships')
    .select(['uid', 'role'])
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .execute();
  const team = await db.read
    .selectFrom('teams')
    .select('member_count')
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .executeTakeFirstOrThrow();
  expect(team.member_count).toBe(rows.length);
  return Object.fromEntries(rows.map(({ uid, role }) => [uid, role]));
}
