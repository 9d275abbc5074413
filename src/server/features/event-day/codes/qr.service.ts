import { encodeQR } from 'qr';

/** A picture that can be scanned from paper and from a screen that is a little scratched. */
export const qrSvg = (text: string): string => encodeQR(text, 'svg', { ecc: 'medium', border: 2 });
