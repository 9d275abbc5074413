/** Only what is surely a slip of the hand is refused here; the server decides. */
export const looksLikeEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+$/.test(value.trim());

/** With a dot behind the @, as nearly all are: for where a slip could not be mended later. */
export const looksLikeUsualEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value.trim());
