import { Avatar } from '@mantine/core';
import type { AvatarProps } from '@mantine/core';

const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** One character of a Chinese, Japanese or Korean name, which is as wide as two letters; two letters of others. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  if (eastAsian.test(first)) return Array.from(first).slice(0, 1).join('');
  const letters = words.length === 1 ? Array.from(first) : words.flatMap((word) => Array.from(word).slice(0, 1));
  return letters.slice(0, 2).join('').toUpperCase();
}

/** A circle with the first letters of a name. Decoration beside the name itself. */
export function Initials({ name, ...props }: { name: string } & Omit<AvatarProps, 'name' | 'children'>) {
  return (
    <Avatar color="spruce" aria-hidden="true" {...props}>
      {initialsOf(name) || null}
    </Avatar>
  );
}
