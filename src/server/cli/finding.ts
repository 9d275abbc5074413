import { existsSync, statSync } from 'node:fs';

/** One line of `doctor`: what it looked at, and what to do if it is wrong. */
export type Finding = { subject: string; ok: boolean; text: string };

export const good = (subject: string, text: string): Finding => ({ subject, ok: true, text });
export const bad = (subject: string, text: string): Finding => ({ subject, ok: false, text });

/** Windows keeps permissions elsewhere, and reports every file as open to all. */
export const isOpenToOthers = (path: string): boolean =>
  process.platform !== 'win32' && existsSync(path) && (statSync(path).mode & 0o077) !== 0;
