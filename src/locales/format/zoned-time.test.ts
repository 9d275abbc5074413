import { describe, expect, test } from 'vitest';
import { fromZonedInput, timeZones, toZonedInput } from './zoned-time.ts';

const berlin = 'Europe/Berlin';
const newYork = 'America/New_York';

describe('around the clock change in spring', () => {
  test.each([
    // Berlin skips from 02:00 to 03:00, at 01:00 UTC.
    ['2026-03-29T01:59', berlin, '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', berlin, '2026-03-29T01:00:00.000Z'],
    // New York skips from 02:00 to 03:00, at 07:00 UTC.
    ['2026-03-08T01:59', newYork, '2026-03-08T06:59:00.000Z'],
    ['2026-03-08T03:00', newYork, '2026-03-08T07:00:00.000Z'],
  ])('%s in %s is %s', (local, zone, moment) => {
    expect(fromZonedInput(local, zone)).toBe(moment);
    expect(toZonedInput(moment, zone)).toBe(local);
  });

  test.each([
    ['2026-03-29T02:30', berlin, '2026-03-29T03:30'],
    ['2026-03-08T02:30', newYork, '2026-03-08T03:30'],
  ])('%s in %s, which the clock skips, becomes %s', (local, zone, shown) => {
    expect(toZonedInput(fromZonedInput(local, zone), zone)).toBe(shown);
  });
});

describe('around the clock change in autumn', () => {
  test.each([
    // Berlin goes from 03:00 back to 02:00, at 01:00 UTC.
    ['2026-10-25T01:30', berlin, '2026-10-24T23:30:00.000Z'],
    ['2026-10-25T02:30', berlin, '2026-10-25T01:30:00.000Z'],
    ['2026-10-25T03:00', berlin, '2026-10-25T02:00:00.000Z'],
    // New York goes from 02:00 back to 01:00, at 06:00 UTC.
    ['2026-11-01T00:30', newYork, '2026-11-01T04:30:00.000Z'],
    ['2026-11-01T01:30', newYork, '2026-11-01T05:30:00.000Z'],
    ['2026-11-01T02:00', newYork, '2026-11-01T07:00:00.000Z'],
  ])('%s in %s is %s', (local, zone, moment) => {
    expect(fromZonedInput(local, zone)).toBe(moment);
    expect(toZonedInput(moment, zone)).toBe(local);
  });

  test('both moments of an hour that comes twice show the same local time', () => {
    expect(toZonedInput('2026-10-25T00:30:00Z', berlin)).toBe('2026-10-25T02:30');
    expect(toZonedInput('2026-10-25T01:30:00Z', berlin)).toBe('2026-10-25T02:30');
  });
});

test('a zone without clock changes and one with half hours', () => {
  expect(fromZonedInput('2026-08-08T09:30', 'Asia/Taipei')).toBe('2026-08-08T01:30:00.000Z');
  expect(fromZonedInput('2026-08-08T00:15', 'Asia/Kolkata')).toBe('2026-08-07T18:45:00.000Z');
});

test('an empty or invalid input is no time, and no time is an empty input', () => {
  expect(fromZonedInput('', berlin)).toBeNull();
  expect(fromZonedInput('tomorrow', berlin)).toBeNull();
  expect(toZonedInput(null, berlin)).toBe('');
});

test('the zone in use is offered even if the browser does not list it', () => {
  expect(timeZones('Mars/Olympus')[0]).toBe('Mars/Olympus');
  expect(timeZones('Asia/Taipei')).toEqual(timeZones(''));
});
