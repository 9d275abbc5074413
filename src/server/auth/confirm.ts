import { actThrough } from '../db/db.ts';
import type { Trx } from '../db/db.ts';
import { fail } from '../errors.ts';
import { timestamp } from '../lib/clock.ts';
import {
  arePasskeysRequired,
  listRoles,
  lockPeople,
  lockSession,
  lockToken,
  ownsProject,
  lockServiceAccount,
} from './auth.queries.ts';
import type { LockedPerson } from './auth.queries.ts';
import { nobodyAnswers } from './caller.ts';
import type { Person } from './caller.ts';
import { makersRole } from './makers.ts';
import { heldRoles, mayEnter, noRoles, serviceRoles } from './project-role.ts';
import type { Roles } from './project-role.ts';

/** The locked people, and the caller's roles in the project of the URL; none outside of projects. */
export type Confirmed = { people: LockedPerson[]; roles: Roles };

/**
 * Repeats the checks of the gate inside the transaction of a change to rights, money or private data. The caller's row
 * and credential stay locked, and everything that takes a role from a person locks that person first, so the result
 * holds until the commit. `others` are locked in the same statement, so that two people who act on each other do not
 * deadlock.
 */
export async function confirmCaller(
  trx: Trx,
  now: Date,
  caller: Person,
  others: readonly string[] = [],
): Promise<Confirmed> {
  if (caller.credential.kind === 'service') return confirmService(trx, now, caller, others);
  if (caller.credential.kind === 'token') actThrough(trx, { token: caller.credential.id });
  const people = await lockPeople(trx, [...new Set([caller.uid, ...others])]);
  const own = people.find(({ uid }) => uid === caller.uid);
  if (own === undefined) return fail('not_signed_in');
  if (own.suspended_at !== null && !caller.entry.openToSuspended) return fail('suspended');
  await confirmCredential(trx, now, caller);
  const roles = await rolesOf(trx, now, caller, own);
  const { access } = caller.entry;
  if (access === 'administrator' && !roles.administrator) return fail('forbidden');
  // Whether the team is disabled was checked by the gate.
  if (!mayEnter(caller.entry, { ...roles, teamDisabled: true })) return fail('forbidden');
  return { people, roles };
}

/** Lock order: people, then the account, which is where a token of a person comes. Messages are in the name of its creator. */
async function confirmService(trx: Trx, now: Date, caller: Person, others: readonly string[]): Promise<Confirmed> {
  const { uid, credential } = caller;
  const wanted = [...new Set([...others, ...(credential.responsible === null ? [] : [credential.responsible])])];
  const people = wanted.length === 0 ? [] : await lockPeople(trx, wanted);
  const locked = await lockServiceAccount(trx, { id: uid, hash: credential.id, now: timestamp(now) });
  if (locked === undefined) return fail('revoked_token');
  const { pid, created_by, made_with } = locked;
  const role = await makersRole(trx, now, pid, { uid: created_by, made_with });
  if (role?.owner !== true) return fail('expired_token', { detail: nobodyAnswers });
  actThrough(trx, { service: { uid, responsible: credential.responsible } });
  return { people, roles: serviceRoles };
}

async function confirmCredential(trx: Trx, now: Date, { credential }: Person): Promise<void> {
  const { kind, id } = credential;
  const locked =
    kind === 'session'
      ? ((await lockSession(trx, id)) ?? fail('not_signed_in'))
      : ((await lockToken(trx, id, timestamp(now))) ?? fail('revoked_token'));
  // The passkey was removed since, and with it the rights that it gave.
  const lost = credential.passkey !== null && locked.passkey_id === null && !credential.recovered;
  if (lost && (await arePasskeysRequired(trx))) fail('passkey_required');
}

async function rolesOf(trx: Trx, now: Date, caller: Person, own: LockedPerson): Promise<Roles> {
  const { uid, entry, withheld } = caller;
  // A dismissal clears both.
  const appointed = own.administrator_since !== null || own.configured_since !== null;
  const administrator = caller.administrator && appointed;
  if (entry.pid === undefined) return { ...noRoles, administrator };
  const { teams, deputy } = heldRoles(await listRoles(trx, entry.pid, [uid], timestamp(now)), withheld);
  return {
    owner: !withheld && (await ownsProject(trx, entry.pid, uid)),
    administrator,
    teams,
    deputy,
  };
}
