import { Zip, ZipPassThrough } from 'fflate';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import { batchesOf } from '../../../http/paging.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Printer } from '../../../lib/pdf/printer.ts';
import type { Pictures } from '../../../lib/pictures.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { certificatePrinter } from './certificate-pdf.service.ts';
import { listValid } from './certificates.queries.ts';
import type { CertificateRow } from './certificates.queries.ts';

type Services = {
  db: Db;
  clock: Clock;
  keys: Keyring;
  config: { baseUrl: string };
  printer: Printer;
  pictures: Pictures;
};

/** What file systems do not like in names. */
const fileName = ({ name, number }: CertificateRow): string =>
  `${name.replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*.]/gu, '_').slice(0, 80)} ${number.slice(0, 6)}.pdf`;

/**
 * All valid certificates of a project. Each is drawn when the client has taken the ones before, so that a thousand take
 * no more memory than one. `confirm` fails if the caller has lost their rights meanwhile.
 */
export async function* certificatesZip(
  services: Services,
  scope: ProjectScope,
  confirm: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const documentOf = await certificatePrinter(services, scope);
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, data) => {
    if (error !== null) throw error;
    ready.push(data);
  });
  const taken = function* () {
    const parts = ready;
    ready = [];
    yield* parts;
  };
  const read = (after: CertificateRow | undefined, limit: number) =>
    listValid(services.db.read, scope, limit, after?.number);
  for await (const rows of batchesOf<CertificateRow>(read)) {
    await confirm();
    for (const row of rows) {
      const file = new ZipPassThrough(fileName(row));
      file.mtime = row.issued_at;
      zip.add(file);
      file.push(await services.printer.print(documentOf(row)), true);
      yield* taken();
    }
  }
  zip.end();
  yield* taken();
}
