import ICAL from 'ical.js';

export type ParsedEvent = {
  uid: string;
  sequence: number;
  title: string;
  description: string | null;
  starts: string;
  ends: string;
  zone: string;
  status: unknown;
};

/** Reads an iCalendar file with a parser that is not ours. */
export function parseCalendar(text: string): { name: unknown; events: ParsedEvent[] } {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    name: calendar.getFirstPropertyValue('x-wr-calname'),
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const { uid, sequence, summary, description, startDate, endDate } = new ICAL.Event(component);
      return {
        uid,
        sequence,
        title: summary,
        description,
        starts: startDate.toJSDate().toISOString(),
        ends: endDate.toJSDate().toISOString(),
        zone: startDate.zone.tzid,
        status: component.getFirstPropertyValue('status'),
      };
    }),
  };
}
