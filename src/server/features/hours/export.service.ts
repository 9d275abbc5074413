import type { Reader, Trx } from '../../db/db.ts';
import { leavePosition } from './certificates/batches.queries.ts';
import * as queries from './certificates/certificates.queries.ts';

export const listCertificatesOf = (read: Reader, uid: string) => queries.listCertificatesOf(read, uid);

/** The certificates stay, without a name. Certificates for everybody that are being made go on after the person. */
export async function eraseCertificateNames(trx: Trx, uid: string): Promise<void> {
  await queries.eraseCertificateNames(trx, uid);
  await leavePosition(trx, uid);
}
