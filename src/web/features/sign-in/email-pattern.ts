/** Rejects only obvious typing errors; the server decides. */
export const looksLikeEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+$/.test(value.trim());

/** Stricter, with a dot after the @, for places where a typing error cannot be corrected later. */
export const looksLikeUsualEmail = (value: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value.trim());
