/** Where somebody was when a signature was missing. */
export const signingSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' ? { next } : {};
