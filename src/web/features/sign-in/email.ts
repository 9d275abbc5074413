/** Only what is surely a slip of the hand is refused here; the server decides. */
export const looksLikeEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+$/.test(value.trim());
