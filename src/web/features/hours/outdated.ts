import type { CertificateSettings, HoursRow } from '../../../client/client.ts';

/** What a new certificate would say: the hours so far, up to the maximum of the project. */
const printedMinutes = ({ minutes }: HoursRow, { max_hours: max }: CertificateSettings): number =>
  max === null ? minutes : Math.min(minutes, max * 60);

/** Whether the certificate says other hours than a new one would. */
export const isOutdated = (row: HoursRow, settings: CertificateSettings | undefined): boolean =>
  settings !== undefined && row.certificate !== null && row.certificate.minutes !== printedMinutes(row, settings);
