import { certifiedMinutes } from '../../../../shared/rules.ts';
import type { Insertable } from 'kysely';
import type { CertificatesTable } from '../../../db/tables.ts';
import { randomText } from '../../../lib/secrets.ts';

type Settings = { max_minutes: number | null } | undefined;
type Person = { uid: string; name: string; language: string | null };

/** What is printed for a person now; undefined without any hours. */
export function certificateFor(
  pid: string,
  { uid, name, language }: Person,
  minutes: number,
  { settings, issuedAt }: { settings: Settings; issuedAt: string },
): Insertable<CertificatesTable> | undefined {
  const printed = certifiedMinutes(minutes, settings?.max_minutes ?? null);
  if (printed === 0) return undefined;
  const number = randomText(15);
  return { number, pid, uid, name, language: language ?? 'en', minutes: printed, issued_at: issuedAt };
}

/** Of all certificates of the project; empty if each is in the language of its person. Only this feature writes the column. */
export const languagesOf = (settings: { languages: string } | undefined): string[] =>
  settings === undefined ? [] : (JSON.parse(settings.languages) as string[]);

/** People copy numbers with blanks, hyphens and capital letters, and take letters for digits. */
export const normaliseNumber = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

/** Groups are easier to read aloud and to type. */
export const groupedNumber = (number: string): string => number.match(/.{1,4}/g)?.join('-') ?? number;
