/** For forms that edit something: with the texts of the organisers in place of the translations that the reader gets. */
export const originalOf = <T extends { original?: Partial<T> }>(item: T): T => ({ ...item, ...item.original });
