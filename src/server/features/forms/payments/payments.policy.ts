export type Money = { amount: number; currency: string };

/** The computed amount of a stored answer. Amounts are never private, so nothing needs to be decrypted. */
export function travelMoneyOf(answers: string | null | undefined): Money | undefined {
  return answers === null || answers === undefined
    ? undefined
    : moneyIn(JSON.parse(answers) as Record<string, unknown>);
}

export const moneyIn = ({ amount, currency }: Record<string, unknown>): Money | undefined =>
  typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : undefined;
