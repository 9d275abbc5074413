import type { DeskHandOut, FormEntry } from '../../../client/client.ts';

/** Answers that name a variant, such as size and cut. */
export type Variant = readonly string[];

export const sameVariant = (one: Variant, other: Variant): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);

/** All variants with how many are left; null for those that are not counted. */
export function withLeft(handOut: DeskHandOut | undefined): { variant: Variant; left: number | null }[] {
  const questions = handOut?.variants?.questions ?? [];
  const all = questions.reduce<string[][]>(
    (found, { options }) => found.flatMap((one) => options.map(({ value }) => [...one, value])),
    [[]],
  );
  return all.map((variant) => ({
    variant,
    left: handOut?.left?.find((stock) => sameVariant(stock.variant, variant))?.count ?? null,
  }));
}

const kinds: Readonly<Partial<Record<string, FormEntry['kind']>>> = {
  shirt_size: 'shirt_size',
  accommodation: 'accommodation',
  stay: 'stay',
};

/** The kind of a form whose answers name variants, to translate them. Others are shown as owners wrote them. */
export const formKindOf = (kind: string | undefined): FormEntry['kind'] => kinds[kind ?? ''] ?? 'custom';
