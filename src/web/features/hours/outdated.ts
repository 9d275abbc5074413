import { certifiedMinutes } from '../../../shared/rules.ts';
import type { CertificateSettings, HoursRow } from '../../../client/client.ts';

/** Whether the certificate says other hours than a new one would. */
export function isOutdated({ certificate, minutes }: HoursRow, settings: CertificateSettings | undefined): boolean {
  if (settings === undefined || certificate === null) return false;
  const { max_hours: max } = settings;
  return certificate.minutes !== certifiedMinutes(minutes, max === null ? null : max * 60);
}
