import { ApiProblem } from '../../../api.ts';
import { looksLikeUsualEmail } from '../../sign-in/email-pattern.ts';

/** More than any event has volunteers; a list that is longer is the wrong one. */
export const mostAddresses = 1000;

type Piece = { typed: string; address?: string };

const piece = (typed: string, word: string): Piece =>
  looksLikeUsualEmail(word) ? { typed, address: word.toLowerCase() } : { typed };

/** One a line, or with commas and semicolons, or as a mail program writes them, `Ada Lovelace <ada@example.org>`. */
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

/** The addresses in a text as people paste it. What is none is returned as well, so that nothing is silently dropped. */
export function addressesIn(text: string): { addresses: string[]; others: string[] } {
  const pieces = piecesIn(text);
  return {
    addresses: [...new Set(pieces.flatMap(({ address }) => address ?? []))],
    others: pieces.filter(({ address }) => address === undefined).map(({ typed }) => typed),
  };
}

/** The text without these addresses; all the rest is as it was typed. */
export function textWithout(text: string, addresses: ReadonlySet<string>): string {
  if (addresses.size === 0) return text;
  const left = piecesIn(text).filter(({ address }) => address === undefined || !addresses.has(address));
  return left.map(({ typed }) => typed).join('\n');
}

/** Refusals that are about some of a list only, and not about how many it has. */
const isAboutSome = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && (error.status === 400 || ['unknown_person', 'already_member'].includes(error.code));

/** Whom a refusal names by their position (`/emails/3`, `/people/3/email`), and the others. Rethrows if it names nobody. */
export function partedBy(error: unknown, emails: readonly string[]): { blamed: string[]; others: string[] } {
  const pointers = isAboutSome(error) ? error.errors.map(({ pointer }) => pointer) : [];
  const positions = new Set(pointers.map((pointer) => Number(/^\/(?:emails|people)\/(\d+)/.exec(pointer)?.[1])));
  const blamed = emails.filter((_, index) => positions.has(index));
  if (blamed.length === 0) throw error;
  return { blamed, others: emails.filter((_, index) => !positions.has(index)) };
}
