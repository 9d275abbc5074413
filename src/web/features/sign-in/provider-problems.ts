const providerProblems = [
  'mismatch',
  'denied',
  'unavailable',
  'refused',
  'no_email',
  'unverified',
  'not_invited',
  'other_account',
] as const;
export type ProviderProblem = (typeof providerProblems)[number];

export const providerProblem = (value: unknown): ProviderProblem | undefined =>
  providerProblems.find((one) => one === value);
