import { refuseField } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Disclosure } from './disclosure/disclosure.policy.ts';
import type { Field } from './fields.schema.ts';

/** A form copied from a project without dates still has last year's days. */
export function requireDaysAhead(fields: readonly Field[], { until }: Disclosure, now: Date): void {
  const today = timestamp(now).slice(0, 10);
  if (until !== null && until <= today) refuseEnabling(`private data was shared until ${until}`);
  const late = fields.find(({ erase_after }) => erase_after !== null && erase_after <= today);
  if (late === undefined) return;
  refuseEnabling(`${late.key} was to be erased after ${late.erase_after}`);
}

const refuseEnabling = (reason: string): never => refuseField('/enabled', `${reason}: choose another day first`);
