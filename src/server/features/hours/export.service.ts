import type { Reader, Trx } from '../../db/db.ts';
import { eraseNames, listCertificatesOf } from './certificates/certificates.queries.ts';

export const exportCertificates = (read: Reader, uid: string) => listCertificatesOf(read, uid);

/** The certificates stay, without a name. */
export const eraseCertificates = (trx: Trx, uid: string): Promise<void> => eraseNames(trx, uid);
