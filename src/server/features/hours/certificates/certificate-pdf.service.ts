import { formatDays, formatFullDate } from '../../../../locales/format/dates.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import { translateTo } from '../../../../locales/server-texts.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Block, PdfDocument } from '../../../lib/pdf/document.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { signerOf } from '../../event-day/codes/keys.service.ts';
import { readableColours } from '../../projects/appearance/colours.policy.ts';
import { toHours } from '../statement/statement.policy.ts';
import { findProject } from '../statement/statement.queries.ts';
import { groupedNumber } from './certificates.policy.ts';
import { findPrintablePicture, findSettings } from './certificates.queries.ts';
import type { CertificateRow } from './certificates.queries.ts';

type Services = { db: Db; clock: Clock; keys: Keyring; config: { baseUrl: string } };

const grey = '#5c5c5c';

/** What is the same on all certificates of a project: read once for many. */
export async function certificatePrinter(services: Services, scope: ProjectScope) {
  const { read } = services.db;
  const project = await findProject(read, scope);
  const settings = await findSettings(read, scope.pid);
  const picture = await findPrintablePicture(read, scope);
  const sign = await signerOf(services, scope);
  const accent = project.colour === null ? '#3b4a52' : readableColours(project.colour).light;
  const base = services.config.baseUrl;

  return (row: Omit<CertificateRow, 'revoked_at' | 'uid'>): PdfDocument => {
    const { number, name, language, minutes, issued_at } = row;
    const t = translateTo(language);
    const hours = toHours(minutes);
    const first = project.starts_on ?? issued_at.slice(0, 10);
    const days = formatDays(first, project.ends_on ?? first, language);
    const link = `${base}/verify/${number}`;
    const small = (text: string): Block => ({ kind: 'text', text, size: 9, colour: grey, align: 'center' });
    return {
      language,
      title: `${t('certificate.title')} – ${project.name}`,
      author: project.name,
      keywords: `${number} ${sign(signedText(scope.pid, row))}`,
      createdAt: issued_at,
      landscape: true,
      frame: accent,
      blocks: [
        ...(picture === undefined ? [{ kind: 'gap', height: 34 } as const] : [pictureBlock(picture.base64)]),
        { kind: 'gap', height: 12 },
        { kind: 'text', text: project.name, size: 14, colour: grey, align: 'center', oneLine: true },
        {
          kind: 'text',
          text: t('certificate.title'),
          size: 30,
          bold: true,
          colour: accent,
          align: 'center',
          oneLine: true,
        },
        { kind: 'gap', height: 16 },
        { kind: 'text', text: t('certificate.certifies'), size: 13, align: 'center' },
        { kind: 'gap', height: 4 },
        { kind: 'text', text: name, size: 28, bold: true, align: 'center', oneLine: true },
        { kind: 'gap', height: 4 },
        {
          kind: 'text',
          text: t('certificate.done', {
            count: hours,
            event: project.name,
            days,
            hours: formatNumber(hours, language),
          }),
          size: 13,
          align: 'center',
        },
        ...((settings?.text ?? '') === ''
          ? []
          : [
              { kind: 'gap', height: 8 } as const,
              { kind: 'text', text: settings?.text ?? '', size: 11, align: 'center' } as const,
            ]),
        { kind: 'gap', height: 14 },
        { kind: 'qr', text: link, size: 76 },
        { kind: 'gap', height: 2 },
        small(t('certificate.issued', { day: formatFullDate(issued_at, language, project.timezone) })),
        small(t('certificate.check', { number: groupedNumber(number), link })),
      ],
    };
  };
}

const pictureBlock = (base64: string): Block => ({ kind: 'picture', base64, height: 84 });

type Signed = Pick<CertificateRow, 'number' | 'name' | 'minutes' | 'issued_at'>;

/** What the project's key signs; docs/hours.md tells how to check it without Muster. */
export const signedText = (pid: string, { number, name, minutes, issued_at }: Signed): string =>
  ['muster-certificate', pid, number, name, minutes, issued_at].join('\n');
