import { inTeam, leadsTeam } from '../../auth/standing.ts';
import type { Standing } from '../../auth/standing.ts';
import type { TeamChange, TeamRights } from './teams.schema.ts';

export const canSeeDisabledTeams = (standing: Standing): boolean => standing.owner;
export const canEditTeam = (standing: Standing, tid: string): boolean => leadsTeam(standing, tid);
export const canManageTeam = (standing: Standing): boolean => standing.owner;
export const canAppointChiefs = (standing: Standing): boolean => standing.owner;
export const canAddMembers = (standing: Standing, tid: string): boolean => leadsTeam(standing, tid);
export const canSeeContacts = (standing: Standing, tid: string): boolean => inTeam(standing, tid);
export const canSeeSuspended = (standing: Standing, tid: string): boolean => leadsTeam(standing, tid);
export const canSeeAddresses = (standing: Standing): boolean => standing.owner;
export const canLeave = (standing: Standing, tid: string): boolean => standing.teams.has(tid);

type TeamState = { tid: string; disabled_at: string | null; applications_open_at: string | null };

export const canApply = (standing: Standing, { tid, disabled_at, applications_open_at }: TeamState): boolean =>
  standing.signedIn && !standing.teams.has(tid) && disabled_at === null && applications_open_at !== null;

/** Everybody may leave; chiefs may remove members, and only owners may remove chiefs. */
export function canRemove(standing: Standing, tid: string, caller: string, person: { uid: string; chief: boolean }) {
  if (person.uid === caller || standing.owner) return true;
  return leadsTeam(standing, tid) && !person.chief;
}

/** What the team is called and how large it may be is the owners' to say, also where the text is the chiefs'. */
const ownersFields = ['name', 'headcount'] as const;

export const fieldsBeyond = (standing: Standing, change: TeamChange): string[] =>
  canManageTeam(standing) ? [] : ownersFields.filter((field) => change[field] !== undefined);

export function teamRights(standing: Standing, team: TeamState): TeamRights {
  const { tid } = team;
  return {
    edit: canEditTeam(standing, tid),
    manage: canManageTeam(standing),
    appoint_chiefs: canAppointChiefs(standing),
    add_members: canAddMembers(standing, tid),
    see_contacts: canSeeContacts(standing, tid),
    leave: canLeave(standing, tid),
    apply: canApply(standing, team),
  };
}
