/** The server assumes so. */
export const supportsPasskeys = (): boolean => typeof window === 'undefined' || 'PublicKeyCredential' in window;

/** Of errors of the browser that are no fault: the person cancelled its dialog, or the device has or makes no passkey. */
const declined = new Set(['AbortError', 'ConstraintError', 'NotAllowedError', 'NotSupportedError', 'UnknownError']);

export const isDeclined = (error: unknown): boolean => error instanceof Error && declined.has(error.name);
