import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

type SearchFieldProps = Pick<TextInputProps, 'label' | 'description' | 'flex' | 'miw'> & {
  /** What is searched for, as the address has it. */
  q: string;
  onSearch: (q: string) => void;
};

/** Searches while somebody types. */
export function SearchField({ q, onSearch, ...props }: SearchFieldProps) {
  const [typed, setTyped] = useState(q);
  const [requested, setRequested] = useState(q);
  // The URL changed by a link or by going back, not by typing.
  const [previous, setPrevious] = useState(q);
  if (q !== previous) {
    setPrevious(q);
    if (q !== requested) {
      setRequested(q);
      setTyped(q);
    }
  }
  const ask = useDebouncedCallback((text: string) => {
    setRequested(text);
    onSearch(text);
  }, 250);
  return (
    <TextInput
      {...props}
      type="search"
      value={typed}
      maxLength={100}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        ask(event.currentTarget.value.trim());
      }}
    />
  );
}
