/** The cache with answers of the API that the signed-in person has read. Also emptied by the page when they sign out. */
export const savedCache = 'muster-saved';
/** The header that tells the page that an answer is a saved one, and from when. */
export const savedAt = 'muster-saved-at';
