// Generated from the migrations by `npm run generate`. Do not edit.
import type { Generated } from 'kysely';

export type ApiTokensTable = {
  id: string;
  token_hash: string;
  prefix: string;
  uid: string;
  name: string;
  scope: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string;
  revoked_at: string | null;
};

export type AuditTable = {
  id: string;
  at: string;
  actor: string | null;
  kind: string;
  pid: string | null;
  subject: string;
  detail: string;
};

export type ExchangeCredentialsTable = {
  username: string;
  password_hash: string;
  uid: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  failures: Generated<number>;
};

export type InstallationTable = {
  id: number | null;
  set_up_at: string | null;
};

export type MembershipsTable = {
  pid: string;
  tid: string;
  uid: string;
  role: string;
  created_at: string;
};

export type OutboxTable = {
  id: string;
  key: string;
  kind: string;
  payload: string;
  created_at: string;
  due_at: string;
  attempts: Generated<number>;
  last_error: string | null;
  done_at: string | null;
  dead_at: string | null;
};

export type PeopleTable = {
  uid: string;
  email: string;
  name: string;
  sort_key: string;
  listing: string;
  administrator_since: string | null;
  suspended_at: string | null;
  created_at: string;
};

export type ProjectOwnersTable = {
  pid: string;
  uid: string;
  created_at: string;
};

export type ProjectsTable = {
  pid: string;
  name: string;
  description: Generated<string>;
  starts_on: string | null;
  ends_on: string | null;
  timezone: string;
  listing_version: Generated<number>;
  created_at: string;
};

export type RateLimitsTable = {
  key: string;
  count: number;
  ends_at: string;
};

export type SessionsTable = {
  id: string;
  token_hash: string;
  uid: string;
  device: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
};

export type SignInLinksTable = {
  token_hash: string;
  purpose: string;
  email: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
};

export type TeamsTable = {
  pid: string;
  tid: string;
  name: string;
  sort_key: string;
  description: Generated<string>;
  public_description: Generated<string>;
  mailing_list: Generated<string>;
  headcount: number | null;
  disabled_at: string | null;
  created_at: string;
};

export type Tables = {
  api_tokens: ApiTokensTable;
  audit: AuditTable;
  exchange_credentials: ExchangeCredentialsTable;
  installation: InstallationTable;
  memberships: MembershipsTable;
  outbox: OutboxTable;
  people: PeopleTable;
  project_owners: ProjectOwnersTable;
  projects: ProjectsTable;
  rate_limits: RateLimitsTable;
  sessions: SessionsTable;
  sign_in_links: SignInLinksTable;
  teams: TeamsTable;
};
