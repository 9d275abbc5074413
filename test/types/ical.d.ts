/** The part of ical.js that the tests use. Its own types are behind a condition that the compiler does not reach. */
declare module 'ical.js' {
  type Time = { toJSDate: () => Date; zone: { tzid: string } };
  type Component = {
    name: string;
    getAllSubcomponents: (name: string) => Component[];
    getFirstPropertyValue: (name: string) => unknown;
  };
  type Event = {
    uid: string;
    sequence: number;
    summary: string;
    description: string | null;
    startDate: Time;
    endDate: Time;
  };
  const ICAL: {
    parse: (text: string) => unknown[];
    Component: new (jcal: unknown[]) => Component;
    Event: new (component: Component) => Event;
  };
  export default ICAL;
}
