import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { randomText } from '../../lib/secrets.ts';
import { cookieOptions } from '../sessions/sessions.service.ts';

const nameOf = ({ baseUrl }: Config): string =>
  baseUrl.startsWith('https:') ? '__Host-muster_browser' : 'muster_browser';

const isBrowserSecret = (value: string): boolean => /^[0-9a-z]{52}$/.test(value);

/** The secret of a browser that has requested sign-in links. */
export function browserSecretOf({ cookies }: FastifyRequest, config: Config): string | undefined {
  const known = cookies[nameOf(config)] ?? '';
  return isBrowserSecret(known) ? known : undefined;
}

/** The same for several links, so that any of them works in this browser. */
export const browserSecretFor = (request: FastifyRequest, config: Config): string =>
  browserSecretOf(request, config) ?? randomText(32);

export const setBrowserCookie = (reply: FastifyReply, config: Config, secret: string, maxAge: number): FastifyReply =>
  reply.setCookie(nameOf(config), secret, { ...cookieOptions(config), maxAge });
