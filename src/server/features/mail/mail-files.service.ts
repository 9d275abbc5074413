import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mailFolder } from '../../lib/mailer.ts';

/** A mail, or a draft that a killed process left behind. */
const ownName = /^(?:[\w-]+\.eml|\.[\w-]+)$/;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => ownName.test(name)).map((name) => join(folder, name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Several processes may delete the same files, so a missing file is not an error. */
async function deleteWhere(folder: string, applies: (file: string) => Promise<boolean>): Promise<number> {
  let deleted = 0;
  for (const file of await filesIn(folder)) {
    try {
      if (!(await applies(file))) continue;
      await rm(file, { force: true });
      deleted += 1;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return deleted;
}

export const deleteOldMailFiles = (dataDir: string, before: Date): Promise<number> =>
  deleteWhere(mailFolder(dataDir), async (file) => (await stat(file)).mtime < before);

/** Deletes mails to the address and mails to others that mention it. */
export function deleteMailFilesAbout(dataDir: string, email: string): Promise<number> {
  const address = email.toLowerCase();
  return deleteWhere(mailFolder(dataDir), async (file) => mentions(readableText(await readFile(file)), address));
}

const partOfAddress = /[\p{L}\p{N}._%+@-]/u;

/** Not inside a longer address: ada@example.org is not mentioned by amanda@example.org. */
function mentions(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) {
    const before = text[at - 1] ?? '';
    const after = text.slice(at + address.length, at + address.length + 2);
    // A full stop may end the sentence.
    if (!partOfAddress.test(before) && !/^(?:[\p{L}\p{N}_%+@-]|\.[\p{L}\p{N}])/u.test(after)) return true;
  }
  return false;
}

/** Headers and body without the encoding of mail, in lower case. Both may break an address over two lines. */
function readableText(message: Buffer): string {
  const [head = '', ...rest] = message.toString('utf8').split(/\r?\n\r?\n/);
  const headers = head.replaceAll(/\r?\n[ \t]+/g, ' ');
  const body = rest.join('\n\n');
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(headers)?.[1]?.toLowerCase();
  return `${headers}\n${decoded(encoding, body)}`.toLowerCase();
}

function decoded(encoding: string | undefined, body: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
