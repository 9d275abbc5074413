import { domainToASCII } from 'node:url';
import { normaliseEmail } from '../text.ts';

/** Other names of a domain, whose addresses arrive in the same mailboxes. */
const sameDomain = new Map([['googlemail.com', 'gmail.com']]);
const ignoresDots = new Set(['gmail.com']);

/**
 * One name for all addresses whose mail arrives in the same mailbox, as far as one can tell: without `+tag`, with one
 * spelling of the domain. Only for counting, never to find an account.
 */
export function mailboxOf(email: string): string {
  const address = normaliseEmail(email);
  const at = address.lastIndexOf('@');
  const written = domainToASCII(address.slice(at + 1)) || address.slice(at + 1);
  const domain = sameDomain.get(written) ?? written;
  const [name = ''] = address.slice(0, at).split('+', 1);
  // Nothing before the plus: the provider cannot know a tag here.
  const local = name === '' ? address.slice(0, at) : name;
  return `${ignoresDots.has(domain) ? local.replaceAll('.', '') : local}@${domain}`;
}
