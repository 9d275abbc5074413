import { useState } from 'react';
import { useDraft } from '../../../ui/editing/drafts.ts';
import { addressesIn, textWithout } from './emails.ts';

export type AddressList = {
  text: string;
  type: (text: string) => void;
  /** Those that can be sent. */
  addresses: string[];
  /** What is no address, by its looks or because the service says so, as it was typed or sent. */
  bad: string[];
  /** What was sent leaves the text; the rest stays as it was typed. */
  settle: (left: readonly string[], refused: readonly string[]) => void;
};

/** A list of addresses in a field. Addresses of other people stay in this tab. */
export function useAddressList(key: string): AddressList {
  const draft = useDraft<string>(key, 'tab');
  const [text, setText] = useState(draft.found?.values ?? '');
  const [refusedBefore, setRefused] = useState<readonly string[]>([]);
  const found = addressesIn(text);
  const refused = found.addresses.filter((address) => refusedBefore.includes(address));
  const addresses = found.addresses.filter((address) => !refused.includes(address));
  const type = (value: string) => {
    setText(value);
    if (value === '') draft.drop();
    else draft.keep({ values: value, base: undefined });
  };
  return {
    text,
    type,
    addresses,
    bad: [...found.others, ...refused],
    settle: (left, refusedNow) => {
      const staying = new Set([...left, ...refusedNow]);
      setRefused([...refused, ...refusedNow]);
      type(textWithout(text, new Set(addresses.filter((address) => !staying.has(address)))));
    },
  };
}
