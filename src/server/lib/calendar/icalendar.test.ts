import { expect, test } from 'vitest';
import { calendarFile } from './icalendar.ts';

const event = {
  uid: 'task@muster',
  sequence: 3,
  title: 'Desk',
  starts_at: '2026-08-08T01:00:00.000Z',
  ends_at: '2026-08-08T03:30:00Z',
  changed_at: '2026-06-01T09:00:00.123Z',
  isCancelled: false,
};

test('an event has a stable identity, a sequence and times in UTC', () => {
  expect(calendarFile([event], 'My shifts').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Muster//Muster//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-CALNAME:My shifts',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:task@muster',
    'SEQUENCE:3',
    'DTSTAMP:20260601T090000Z',
    'LAST-MODIFIED:20260601T090000Z',
    'DTSTART:20260808T010000Z',
    'DTEND:20260808T033000Z',
    'SUMMARY:Desk',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
  expect(calendarFile([{ ...event, isCancelled: true }])).toContain('\r\nSTATUS:CANCELLED\r\n');
});

test('a title cannot add lines or properties', () => {
  const file = calendarFile([{ ...event, title: 'A, B; C\\D\r\nATTENDEE:mailto:x@example.org\u0007' }]);
  expect(file).toContain('SUMMARY:A\\, B\\; C\\\\D\\nATTENDEE:mailto:x@example.org\r\n');
});

test('lines have at most 75 bytes, and unfolding them gives the text back', () => {
  const title = '報到處'.repeat(40);
  const file = calendarFile([{ ...event, title, description: 'x'.repeat(500) }]);
  expect(Math.max(...file.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\nDESCRIPTION:${'x'.repeat(500)}\r\n`);
});
