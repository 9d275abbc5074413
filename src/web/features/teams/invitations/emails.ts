import { problemCode, problemDetails, problemStatus } from '../../../ui/problems/api-problem.ts';
import { looksLikeUsualEmail } from '../../sign-in/email-pattern.ts';

/** More than any event has volunteers: a longer list was pasted by mistake. */
export const maxEmails = 1000;

type Piece = { typed: string; email?: string };

const piece = (typed: string, word: string): Piece =>
  looksLikeUsualEmail(word) ? { typed, email: word.toLowerCase() } : { typed };

/** One per line, separated by commas or semicolons, or as `Ada Lovelace <ada@example.org>`. */
function piecesIn(text: string): Piece[] {
  return text.split(/[\n\r\t,;]+/).flatMap((part) => {
    const bracketed = /<([^<>\s]+)>/.exec(part)?.[1];
    if (bracketed !== undefined) return [piece(part.trim(), bracketed)];
    return part
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => piece(word, word));
  });
}

/** The mail addresses in a pasted text. Everything else is returned too, so that nothing is silently dropped. */
export function emailsIn(text: string): { emails: string[]; others: string[] } {
  const pieces = piecesIn(text);
  return {
    emails: [...new Set(pieces.flatMap(({ email }) => email ?? []))],
    others: pieces.filter(({ email }) => email === undefined).map(({ typed }) => typed),
  };
}

/** The text without these addresses; the rest stays as typed. */
export function textWithout(text: string, emails: ReadonlySet<string>): string {
  if (emails.size === 0) return text;
  const left = piecesIn(text).filter(({ email }) => email === undefined || !emails.has(email));
  return left.map(({ typed }) => typed).join('\n');
}

/** Errors that concern some entries of a list, and not the list as a whole. */
const isAboutEntries = (error: unknown): boolean =>
  problemStatus(error) === 400 || ['unknown_person', 'already_member'].includes(problemCode(error));

/** Splits a list by the positions that an error names (`/emails/3`, `/people/3/email`). Rethrows if it names none. */
export function splitByRefusal(error: unknown, emails: readonly string[]): { refused: string[]; others: string[] } {
  const pointers = isAboutEntries(error) ? problemDetails(error).map(({ pointer }) => pointer) : [];
  const positions = new Set(pointers.map((pointer) => Number(/^\/(?:emails|people)\/(\d+)/.exec(pointer)?.[1])));
  const refused = emails.filter((_, index) => positions.has(index));
  if (refused.length === 0) throw error;
  return { refused, others: emails.filter((_, index) => !positions.has(index)) };
}
