import { timestamp } from '../clock.ts';

/** One event of a calendar. `sequence` grows with every change, so that programs replace the event. */
export type CalendarEvent = {
  uid: string;
  sequence: number;
  title: string;
  description?: string;
  url?: string;
  location?: string | null;
  starts_at: string;
  ends_at: string;
  changed_at: string;
  isCancelled: boolean;
};

const productId = '-//Muster//Muster//EN';

/** An iCalendar file (RFC 5545). Times are in UTC, so no time zone has to be described. */
export function calendarFile(events: readonly CalendarEvent[], name?: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${productId}`,
    'CALSCALE:GREGORIAN',
    ...(name === undefined ? [] : feedLines(name)),
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** A calendar that programs subscribe to: its name, and how often to look for changes. */
const feedLines = (name: string): string[] => [
  `X-WR-CALNAME:${escapeText(name)}`,
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
];

function linesOf(event: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.changed_at)}`,
    `LAST-MODIFIED:${utc(event.changed_at)}`,
    `DTSTART:${utc(event.starts_at)}`,
    `DTEND:${utc(event.ends_at)}`,
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.description === undefined || event.description === ''
      ? []
      : [`DESCRIPTION:${escapeText(event.description)}`]),
    ...(event.location == null ? [] : [`LOCATION:${escapeText(event.location)}`]),
    ...(event.url === undefined ? [] : [`URL:${event.url}`]),
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** 2026-08-01T09:00:00.000Z becomes 20260801T090000Z. */
const utc = (moment: string): string =>
  timestamp(new Date(moment))
    .replaceAll(/[-:]/g, '')
    .replace(/\.\d+Z$/, 'Z');

const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    // Other control characters are not allowed in a text.
    .replaceAll(/[^\P{Cc}\t]/gu, '');

const maxBytes = 75;

/** Lines have at most 75 bytes; the rest follows after a line break and a space. Characters are not split. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= maxBytes) return line;
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxBytes) {
      parts.push(part);
      part = ' ';
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n');
}
