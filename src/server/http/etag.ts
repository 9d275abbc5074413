import { hash } from 'node:crypto';

export const etagOf = (bytes: Uint8Array | string): string => hash('sha256', bytes, 'base64url').slice(0, 27);

/** Whether `If-None-Match` names this tag, in any of its encodings. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((one) => {
    const value = one.trim().replace(/^W\//, '');
    return value === `"${tag}"` || (value.startsWith(`"${tag}-`) && value.endsWith('"'));
  });
}
