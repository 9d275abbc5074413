const troubles = ['mismatch', 'denied', 'unavailable', 'refused', 'no_email', 'unverified', 'suspended'] as const;
export type Trouble = (typeof troubles)[number];

export const troubleOf = (value: unknown): Trouble | undefined => troubles.find((one) => one === value);
