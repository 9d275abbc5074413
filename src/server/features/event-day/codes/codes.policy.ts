import { personCode } from '../../../../shared/limits.ts';
/** The texts of QR codes: what they say, and the part that is signed. */

/** `muster:{pid}:{uid}:{signature}`. Short, because fewer characters make a code that is easier to scan. */
export const personText = (pid: string, uid: string): string => `muster:${pid}:${uid}`;
export const placeText = (pid: string, place: string): string => `muster-place:${pid}:${place}`;

export type PersonCode = { text: string; pid: string; uid: string; signature: string };

/** Undefined if it is no code of a person at all. Says nothing about the signature. */
export function readCode(code: string): PersonCode | undefined {
  const [, text, pid, uid, signature] = personCode.exec(code) ?? [];
  if (text === undefined || pid === undefined || uid === undefined || signature === undefined) return undefined;
  return { text, pid, uid, signature };
}
