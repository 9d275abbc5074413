/** The cache with answers of the API that the signed-in person has read. */
export const savedCache = 'muster-saved';
/** The header that tells the page that an answer is a saved one, and from when. */
export const savedAt = 'muster-saved-at';
