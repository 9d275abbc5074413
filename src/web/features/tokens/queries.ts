import type { ApiToken, ExchangeCredentials, RenewedToken } from '../../../client/client.ts';
import { call, read } from '../../api.ts';
import { tokenKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { pagedQuery } from '../../ui/paging.ts';

export const tokensQuery = pagedQuery(tokenKeys.all, (query) => call('list_tokens', { query }), 20);

export const revokeToken: Change<ApiToken, unknown> = {
  run: ({ id }) => call('revoke_token', { path: { id } }),
  affects: [tokenKeys.all],
};

export const renewToken: Change<ApiToken, RenewedToken> = {
  run: ({ id }) => call('renew_token', { path: { id } }),
  affects: [tokenKeys.all],
};

export type TimedCredentials = ExchangeCredentials & { validForMs: number; deadlineMs: number };

type Wanted = { privateRead: boolean; limit: { project: string; scopes: string } | undefined };

/** The lifetime is measured by the server's clock, because this device's clock may be wrong. */
export async function createCredentials({ privateRead, limit }: Wanted): Promise<TimedCredentials> {
  const query = limit ?? (privateRead ? { scope: 'private:read' as const } : {});
  const { body, answeredAtMs } = await read('create_exchange_credentials', { query });
  const validForMs = Date.parse(body.expires_at) - answeredAtMs;
  return { ...body, validForMs, deadlineMs: Date.now() + validForMs };
}
