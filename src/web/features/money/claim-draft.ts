/** What is typed into a claim: complete or not, so that a draft keeps all of it. */
import { parseMoney, toMoneyInput } from '../../../locales/format/money.ts';
import type { Claim, ClaimChanges } from '../../../client/client.ts';
import { maxClaimAmount } from '../../../shared/claims.ts';

export type Line = { key: string; date: string; what: string; amount: string; file: string | null };
export type Values = { budget: string; currency: string; lines: readonly Line[]; note: string };

export const valuesOf = ({ budget, currency, lines, note }: Claim): Values => ({
  budget: budget ?? '',
  currency,
  lines: lines.map(({ date, what, amount, amount_text: typed, file }, index) => ({
    key: `line-${index}`,
    date: date ?? '',
    what,
    amount: amount === null ? typed : toMoneyInput(amount, currency),
    file,
  })),
  note,
});

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && 'lines' in value && Array.isArray(value.lines);

export function amountOf(typed: string, currency: string): number | undefined {
  const amount = parseMoney(typed, currency);
  return amount !== undefined && amount <= maxClaimAmount ? amount : undefined;
}

export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);

/** What is not complete is saved as it was typed. Only a currency that is none stays in the browser. */
export function changesOf({ budget, currency, lines, note }: Values, { form, state }: Claim): ClaimChanges {
  return {
    ...(form === null ? { budget: budget === '' ? null : budget } : {}),
    ...(form === null && isCurrency(currency) ? { currency } : {}),
    ...(state === 'sent' ? {} : { note }),
    lines: lines.map(({ date, what, amount: typed, file }) => {
      const amount = amountOf(typed, currency);
      return {
        ...(date === '' ? {} : { date }),
        what: what.trim(),
        ...(amount === undefined ? { amount_text: typed.trim().slice(0, 40) } : { amount }),
        file,
      };
    }),
  };
}

export type LineField = 'date' | 'what' | 'amount';
export type Fault = {
  key: string;
  /** Counts from 1. */
  number: number;
  field: LineField;
  text: 'dateMissing' | 'dateFuture' | 'dateEarly' | 'whatMissing' | 'amountWrong';
};

const firstDay = '2000-01-01';

/** What is missing or wrong in the lines before the claim can be sent, in the order of the fields. */
export const faultsOf = ({ lines, currency }: Pick<Values, 'lines' | 'currency'>, today: string): Fault[] =>
  lines.flatMap(({ key, date, what, amount }, index) => {
    const fault = (field: LineField, text: Fault['text']): Fault => ({ key, number: index + 1, field, text });
    return [
      ...(date === '' ? [fault('date', 'dateMissing')] : []),
      ...(date > today ? [fault('date', 'dateFuture')] : []),
      ...(date !== '' && date < firstDay ? [fault('date', 'dateEarly')] : []),
      ...(what.trim() === '' ? [fault('what', 'whatMissing')] : []),
      ...(amountOf(amount, currency) === undefined ? [fault('amount', 'amountWrong')] : []),
    ];
  });

/** The id of a field in the page, by which the first fault is focused. */
export const fieldId = (key: string, field: LineField): string => `claim-${key}-${field}`;
