import { eraseNames, listCertificatesOf } from './certificates/certificates.queries.ts';

export { eraseNames as eraseCertificates, listCertificatesOf as exportCertificates };
