/** Text of another system as Muster stores it. */
import { isSlug } from '../../../shared/limits.ts';
import { slugOf } from '../../../shared/slug.ts';
import { isLine } from '../../lib/text.ts';

const cut = (text: string, max: number): string => Array.from(text).slice(0, max).join('');

/** One line without characters that cannot be seen. */
export function lineOf(text: string, max: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  const visible = isLine(plain)
    ? plain
    : plain.replaceAll(/[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu, '');
  return cut(visible, max).trim();
}

export const textOf = (text: string, max: number): string =>
  cut(
    text
      .toWellFormed()
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/[^\P{Cc}\t\n]/gu, ''),
    max,
  );

/** The identifier that it has there, as far as it can be one here. */
export function freeSlug(wanted: string, otherwise: string, isTaken: (slug: string) => boolean): string {
  const base = isSlug(wanted) ? wanted : slugOf(wanted).slice(0, 60) || otherwise;
  if (!isTaken(base)) return base;
  for (let number = 2; ; number += 1)
    if (!isTaken(`${base.slice(0, 60)}-${number}`)) return `${base.slice(0, 60)}-${number}`;
}
