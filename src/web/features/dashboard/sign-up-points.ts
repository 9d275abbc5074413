import type { Dashboard } from '../../../client/client.ts';

type SignUps = Dashboard['sign_ups']['days'];
type SignUpPoint = { day: string; taken: number | null };

/** A line does not get clearer with more days before today. */
const mostDays = 90;
const dayMs = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** A point for each day from the first sign-up to the event; what is still to come has no number. */
export function signUpPoints(days: SignUps, today: string, until: string | null): SignUpPoint[] {
  const [first] = days;
  if (first === undefined) return [];
  const earliest = dayAfter(today, -mostDays);
  const last = until !== null && until > today ? until : today;
  const takenOn = new Map(days.map((one) => [one.day, one.taken]));
  const points: SignUpPoint[] = [];
  let day = first.day > earliest ? first.day : earliest;
  let taken = days.findLast((one) => one.day < day)?.taken ?? 0;
  for (; day <= last; day = dayAfter(day, 1)) {
    taken = takenOn.get(day) ?? taken;
    points.push({ day, taken: day > today ? null : taken });
  }
  return points;
}
