import { useMemo, useState } from 'react';
import { peopleIn } from '../../../../shared/pasted-people.ts';
import type { PastedPerson } from '../../../../shared/pasted-people.ts';
import { useTextDraft } from '../../../ui/editing/drafts.ts';
import { textWithout } from './emails.ts';

export type EmailList = {
  text: string;
  setText: (text: string) => void;
  /** Who can be invited, each once. */
  people: PastedPerson[];
  /** What is no address, with its line if it is a cell of a table, and addresses that the server refused. */
  bad: { word: string; line?: number }[];
  /** Columns of a table that are not used. */
  ignored: string[];
  /** Removes the addresses that were sent from the text; the rest stays as typed. */
  settle: (left: readonly { email: string }[], refused: readonly { email: string }[]) => void;
};

/** A list of people in a text field. Addresses of other people are private, so the draft stays in the tab. */
export function useEmailList(name: string): EmailList {
  const [text, setText] = useTextDraft(name, 'tab');
  const [refusedBefore, setRefused] = useState<readonly string[]>([]);
  const pasted = useMemo(() => peopleIn(text), [text]);
  const found = new Map<string, PastedPerson>();
  for (const piece of pasted.pieces)
    if ('person' in piece && !found.has(piece.person.email)) found.set(piece.person.email, piece.person);
  const refused = [...found.keys()].filter((email) => refusedBefore.includes(email));
  const people = [...found.values()].filter(({ email }) => !refused.includes(email));
  const broken = pasted.pieces.flatMap((piece) =>
    'broken' in piece ? [{ word: piece.broken, ...(piece.broken !== piece.typed && { line: piece.line }) }] : [],
  );
  return {
    text,
    setText,
    people,
    bad: [...broken, ...refused.map((word) => ({ word }))],
    ignored: pasted.ignored,
    settle: (left, refusedNow) => {
      const staying = new Set([...left, ...refusedNow].map(({ email }) => email));
      setRefused([...refused, ...refusedNow.map(({ email }) => email)]);
      setText(textWithout(pasted, new Set(people.map(({ email }) => email).filter((email) => !staying.has(email)))));
    },
  };
}
