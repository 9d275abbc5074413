import { useState } from 'react';
import { useTextDraft } from '../../../ui/editing/drafts.ts';
import { emailsIn, textWithout } from './emails.ts';

export type EmailList = {
  text: string;
  setText: (text: string) => void;
  /** The addresses that can be sent. */
  emails: string[];
  /** Text that is not a mail address, and addresses that the server refused. */
  bad: string[];
  /** Removes the addresses that were sent from the text; the rest stays as typed. */
  settle: (left: readonly string[], refused: readonly string[]) => void;
};

/** A list of mail addresses in a text field. Addresses of other people are private, so the draft stays in the tab. */
export function useEmailList(name: string): EmailList {
  const [text, setText] = useTextDraft(name, 'tab');
  const [refusedBefore, setRefused] = useState<readonly string[]>([]);
  const found = emailsIn(text);
  const refused = found.emails.filter((email) => refusedBefore.includes(email));
  const emails = found.emails.filter((email) => !refused.includes(email));
  return {
    text,
    setText,
    emails,
    bad: [...found.others, ...refused],
    settle: (left, refusedNow) => {
      const staying = new Set([...left, ...refusedNow]);
      setRefused([...refused, ...refusedNow]);
      setText(textWithout(text, new Set(emails.filter((email) => !staying.has(email)))));
    },
  };
}
