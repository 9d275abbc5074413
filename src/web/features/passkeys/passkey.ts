/** The server assumes so. */
export const supportsPasskeys = (): boolean => typeof window === 'undefined' || 'PublicKeyCredential' in window;

/** The person cancelled the dialog of the browser or has no passkey: not an error. */
export const isDeclined = (error: unknown): boolean => error instanceof Error && error.name === 'NotAllowedError';
