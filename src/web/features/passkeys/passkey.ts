/** The server assumes so. */
export const supportsPasskeys = (): boolean => typeof window === 'undefined' || 'PublicKeyCredential' in window;

/** Errors of the browser when the person cancelled its dialog, or the device has no passkey or can't make one. */
const declined = new Set(['AbortError', 'ConstraintError', 'NotAllowedError', 'NotSupportedError', 'UnknownError']);

export const isDeclined = (error: unknown): boolean => error instanceof Error && declined.has(error.name);
