/** Reads values of JSON that another program wrote. What has another shape than expected counts as missing. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { timestamp } from '../../lib/clock.ts';
import { refuse } from '../terminal.ts';

export type Json = Readonly<Record<string, unknown>>;

const maxBytes = 256 * 1024 * 1024;

export const record = (value: unknown): Json =>
  // JSON has no other objects.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
export const texts = (value: unknown): string[] =>
  list(value)
    .map(text)
    .filter((one) => one !== '');
export const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1;
export const number = (value: unknown): number | null => {
  const found = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
};

/** A moment as text or in seconds since 1970; null if it is neither. */
export function moment(value: unknown): string | null {
  const seconds = typeof value === 'number' ? value : null;
  const date = new Date(seconds === null ? text(value) : seconds * 1000);
  const year = date.getUTCFullYear();
  return Number.isNaN(year) || year < 1970 || year > 2999 ? null : timestamp(date);
}

function textOfFile(path: string): string {
  if (statSync(path).size > maxBytes) return refuse(`${path} is larger than ${maxBytes / 1024 / 1024} MB`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch {
    return refuse(`${path} is not UTF-8`);
  }
}

/** The parsed files of an export. */
export function exportFolder(folder: string) {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) refuse(`${folder} is not a folder`);
  const find = (name: string): string | undefined => {
    const path = join(folder, name);
    return existsSync(path) ? path : undefined;
  };
  return {
    /** Undefined if there is no such file. */
    textOf: (name: string): string | undefined => {
      const path = find(name);
      return path === undefined ? undefined : textOfFile(path);
    },
    json: (name: string): unknown => {
      const path = find(name);
      return path === undefined ? undefined : parseJson(path, textOfFile(path));
    },
    /** One document in each line, or one list of documents. */
    documents: (name: string): Json[] | undefined => {
      const path = find(name);
      return path === undefined ? undefined : documentsIn(path, textOfFile(path));
    },
  };
}

export type ExportFolder = ReturnType<typeof exportFolder>;

function parseJson(path: string, content: string, line?: number): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return refuse(line === undefined ? `${path} is not JSON` : `${path}, line ${line} is not JSON`);
  }
}

function documentsIn(path: string, content: string): Json[] {
  if (content.trimStart().startsWith('[')) return list(parseJson(path, content)).map(record);
  return content
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [record(parseJson(path, line, index + 1))]));
}
