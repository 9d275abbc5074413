import type { Clock } from '../locales/format/dates.ts';
import { readCookie, writeCookie, yearSeconds } from './cookies.ts';

const cookieName = 'muster_clock';

/** The clock that somebody chose; otherwise that of the language and region. The server has to know it for rendering. */
export function readClock(): Clock | undefined {
  const value = readCookie(cookieName);
  return value === '12' || value === '24' ? value : undefined;
}

/** Every time on the page changes, so it is loaded again. */
export function chooseClock(value: string): void {
  writeCookie(cookieName, value, value === '' ? 0 : yearSeconds);
  window.location.reload();
}
