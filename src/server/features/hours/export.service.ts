import type { Reader, Trx } from '../../db/db.ts';
import * as queries from './certificates/certificates.queries.ts';

export const listCertificatesOf = (read: Reader, uid: string) => queries.listCertificatesOf(read, uid);

/** The certificates stay, without a name. */
export const eraseCertificateNames = (trx: Trx, uid: string): Promise<void> => queries.eraseCertificateNames(trx, uid);
