/** Opens the question who replaces a person, on the page of a shift for organisers: `#replace-…`. */
export const replaceHash = (uid: string): string => `replace-${uid}`;
