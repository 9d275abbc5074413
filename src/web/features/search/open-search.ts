/** For buttons outside of the header: the same as pressing `/`. */
export const openSearch = (): boolean => window.dispatchEvent(new KeyboardEvent('keydown', { key: '/' }));
