import type { ScanResult } from '../desk/desk.policy.ts';

export type GateEvent = { id: string; at: string; step: 'on_site' | 'off_site' };

const inOrder = (events: readonly GateEvent[]): GateEvent[] =>
  events.toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1));

/** Since when somebody is on site, given all known events; undefined if they are not. */
export function sinceWhen(events: readonly GateEvent[]): string | undefined {
  let since: string | undefined;
  for (const { step, at } of inOrder(events)) since = step === 'off_site' ? undefined : (since ?? at);
  return since;
}

export function gateEffect(events: readonly GateEvent[], added: GateEvent): ScanResult {
  const isHere = (known: readonly GateEvent[]): boolean => sinceWhen(known) !== undefined;
  if (isHere(events) !== isHere([...events, added])) return 'accepted';
  return events.some(({ at }) => at > added.at) ? 'overtaken' : 'repeated';
}
