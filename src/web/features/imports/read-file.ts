/** Why the text of a file cannot be used. */
export type FileProblem = 'encoding' | 'too_large' | 'unreadable';

/** A table in UTF-8, or in UTF-16 as spreadsheets save "Unicode text". Other encodings would turn letters into others. */
export async function readTableFile(
  file: File,
  maxBytes: number,
): Promise<{ text: string } | { problem: FileProblem }> {
  if (file.size > maxBytes) return { problem: 'too_large' };
  try {
    return { text: decode(new Uint8Array(await file.arrayBuffer())) };
  } catch (error) {
    return { problem: error instanceof TypeError ? 'encoding' : 'unreadable' };
  }
}

/** Throws a TypeError if the bytes are no text in the encoding that they seem to have. */
export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const label =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(label, { fatal: true }).decode(bytes);
  // Such as the file of a spreadsheet program itself.
  if (text.includes('\0')) throw new TypeError('not a text');
  return text;
}
