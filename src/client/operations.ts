// Generated from the OpenAPI document by `npm run generate`. Do not edit.

export type ApiToken = { id: string; name: string; prefix: string; scope: 'read' | 'write'; created_at: string; last_used_at: string | null; expires_at: string };

export type ApiTokenPage = { data: ApiToken[]; next: string | null };

export type ErrorCatalogue = { data: ({ code: string; status: number; title: string })[] };

export type ExchangeCredentials = { username: string; password: string; expires_at: string };

export type LinkRequest = { email: string; language?: 'en' | 'zh-TW' };

export type LinkRequested = { message: string };

export type Me = { uid: string; email: string; email_hash: string; name: string; listing: 'public' | 'keyed' | 'hidden'; roles: 'administrator'[]; projects: OwnProject[]; missing: 'name'[]; signed_in_at: string | null };

export type MemberListing = { data: TeamEntry[] };

export type OwnProject = { pid: string; name: string; owner: boolean; teams: ({ tid: string; name: string; role: 'chief' | 'member' })[] };

export type PersonEntry = { email_hash: string; name: string };

export type Problem = { type: string; title: string; status: number; detail: string; code: string; errors?: ({ pointer: string; detail: string })[]; request_id: string };

export type SignInRequest = { token: string; email?: string; name?: string };

export type SignedIn = { uid: string; email: string; name: string };

export type TeamEntry = { name: string; tid: string; chiefs: PersonEntry[]; members: PersonEntry[] };

export type TokenAnswer = { access_token: string; token_type: 'bearer'; expires_in: number; scope: 'read' | 'write' };

export type TokenRequest = { username: string; password: string; grant_type?: 'password' | ''; scope?: 'read' | 'write' | ''; name?: string; expires_in_days?: number | string; client_id?: string; client_secret?: string };

export type Operations = {
  /** Make one-time credentials for POST /api/token */
  create_exchange_credentials: { input: Record<string, never>; answer: ExchangeCredentials };
  /** Exchange one-time credentials for an API token */
  exchange_token: { input: { body: { username: string; password: string; grant_type?: 'password' | ''; scope?: 'read' | 'write' | ''; name?: string; expires_in_days?: number | string; client_id?: string; client_secret?: string } }; answer: TokenAnswer };
  /** Whether the process is alive */
  get_health: { input: Record<string, never>; answer: { status: 'ok' | 'unavailable' } };
  /** Read the caller's own info */
  get_me: { input: Record<string, never>; answer: Me };
  /** Figures in the Prometheus format */
  get_metrics: { input: Record<string, never>; answer: string };
  /** This document */
  get_openapi: { input: Record<string, never>; answer: Record<string, unknown> };
  /** Whether the service can serve: database reachable, migrations done */
  get_readiness: { input: Record<string, never>; answer: { status: 'ok' | 'unavailable' } };
  /** Every error code */
  list_errors: { input: Record<string, never>; answer: ErrorCatalogue };
  /** List the teams of a project */
  list_members: { input: { path: { pid: string } }; answer: MemberListing };
  /** List the teams of a project */
  list_members_by_query: { input: { query: { pid: string } }; answer: MemberListing };
  /** List the teams of a project */
  list_members_short: { input: { path: { pid: string } }; answer: MemberListing };
  /** List the caller's API tokens */
  list_tokens: { input: { query?: { limit?: number; cursor?: string } }; answer: ApiTokenPage };
  /** Ask for a sign-in link by mail */
  request_sign_in_link: { input: { body: { email: string; language?: 'en' | 'zh-TW' } }; answer: LinkRequested };
  /** Revoke one of the caller's API tokens */
  revoke_token: { input: { path: { id: string } }; answer: undefined };
  /** Exchange the token of a sign-in link for a session cookie */
  sign_in: { input: { body: { token: string; email?: string; name?: string } }; answer: SignedIn };
  /** End the session of this browser */
  sign_out: { input: Record<string, never>; answer: undefined };
};

export const addresses: { readonly [K in keyof Operations]: readonly [method: string, path: string] } = {
  create_exchange_credentials: ['POST', '/api/me/exchange-credentials'],
  exchange_token: ['POST', '/api/token'],
  get_health: ['GET', '/healthz'],
  get_me: ['GET', '/api/me'],
  get_metrics: ['GET', '/metrics'],
  get_openapi: ['GET', '/api/openapi.json'],
  get_readiness: ['GET', '/readyz'],
  list_errors: ['GET', '/api/errors'],
  list_members: ['GET', '/api/members/{pid}'],
  list_members_by_query: ['GET', '/api/members'],
  list_members_short: ['GET', '/members/{pid}'],
  list_tokens: ['GET', '/api/me/tokens'],
  request_sign_in_link: ['POST', '/api/sign-in/email'],
  revoke_token: ['DELETE', '/api/me/tokens/{id}'],
  sign_in: ['POST', '/api/sign-in'],
  sign_out: ['POST', '/api/sign-out'],
};
