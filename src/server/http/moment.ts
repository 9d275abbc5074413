import { failField } from '../errors.ts';
import { isStorable, parseMoment } from '../lib/time.ts';

/** Converts a moment of a request to UTC with milliseconds. Rejects leap seconds and years that an engine cannot store. */
export function toUtc(pointer: string, text: string): string {
  const utc = parseMoment(text) ?? failField(pointer, 'must be a date and time with an offset, as in RFC 3339');
  return isStorable(utc) ? utc : failField(pointer, 'must be between the years 1970 and 2999');
}
