import type { TFunction } from 'i18next';
import type { ServiceAccount } from '../../../client/client.ts';

export type Scope = ServiceAccount['scopes'][number];

/** The form has the same order. */
export const scopes = [
  'project:read',
  'people:read',
  'contacts:read',
  'teams:write',
  'invitations:write',
  'tasks:read',
  'tasks:write',
  'forms:read',
  'messages:send',
  'changes:read',
  'desk',
] as const satisfies readonly Scope[];

const keys = {
  'project:read': 'project_read',
  'people:read': 'people_read',
  'contacts:read': 'contacts_read',
  'teams:write': 'teams_write',
  'invitations:write': 'invitations_write',
  'tasks:read': 'tasks_read',
  'tasks:write': 'tasks_write',
  'forms:read': 'forms_read',
  'messages:send': 'messages_send',
  'changes:read': 'changes_read',
  desk: 'desk',
} as const satisfies Record<Scope, string>;

export const scopeText = (t: TFunction, scope: Scope): string => t(`accounts.scope.${keys[scope]}`);

export const isScope = (value: string): value is Scope => scopes.some((scope) => scope === value);
