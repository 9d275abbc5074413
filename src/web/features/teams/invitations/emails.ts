import { problemCode, problemDetails, problemStatus } from '../../../ui/problems/api-problem.ts';
import type { PastedPeople } from '../../../../shared/pasted-people.ts';

/** More than any event has volunteers: a longer list was pasted by mistake. */
export const maxEmails = 1000;

/** The text without these addresses; the rest stays as typed. A heading stays as long as there are rows below it. */
export function textWithout({ pieces }: PastedPeople, emails: ReadonlySet<string>): string {
  const left = pieces.filter((piece) => !('person' in piece && emails.has(piece.person.email)));
  return left.every((piece) => 'heading' in piece) ? '' : left.map(({ typed }) => typed).join('\n');
}

/** Errors that concern some entries of a list, and not the list as a whole. */
const isAboutEntries = (error: unknown): boolean =>
  problemStatus(error) === 400 || ['unknown_person', 'already_member'].includes(problemCode(error));

/** Splits a list by the positions that an error names (`/emails/3`, `/people/3/email`). Rethrows if it names none. */
export function splitByRefusal<T>(error: unknown, people: readonly T[]): { refused: T[]; others: T[] } {
  const pointers = isAboutEntries(error) ? problemDetails(error).map(({ pointer }) => pointer) : [];
  const positions = new Set(pointers.map((pointer) => Number(/^\/(?:emails|people)\/(\d+)/.exec(pointer)?.[1])));
  const refused = people.filter((_, index) => positions.has(index));
  if (refused.length === 0) throw error;
  return { refused, others: people.filter((_, index) => !positions.has(index)) };
}
