import { pagePath } from '../../../../shared/pages.ts';
import { formatDays, formatFullDate } from '../../../../locales/format/dates.ts';
import { formatNumber, toHours } from '../../../../locales/format/numbers.ts';
import { translateTo } from '../../../../locales/server-texts.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Block, PdfDocument } from '../../../lib/pdf/document.ts';
import { PictureError } from '../../../lib/pictures.ts';
import type { Pictures } from '../../../lib/pictures.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { signerOf } from '../../event-day/codes/keys.service.ts';
import { maxPictureSide } from '../../projects/appearance/appearance.schema.ts';
import { readableColours } from '../../projects/appearance/colours.policy.ts';
import { findProject } from '../statement/statement.queries.ts';
import { groupedNumber, languagesOf } from './certificates.policy.ts';
import { findPicture, findSettings } from './certificates.queries.ts';
import type { CertificateRow } from './certificates.queries.ts';

type Services = { db: Db; clock: Clock; keys: Keyring; pictures: Pictures; config: { baseUrl: string } };

type Printed = Omit<CertificateRow, 'revoked_at' | 'uid'>;
type Look = Partial<Pick<Extract<Block, { kind: 'text' }>, 'bold' | 'colour' | 'heading' | 'oneLine'>>;

const grey = '#5c5c5c';
const line = (text: string, size: number, look: Look = {}): Block => ({
  kind: 'text',
  text,
  size,
  align: 'center',
  ...look,
});
const gap = (height: number): Block => ({ kind: 'gap', height });

/** With a longer text of the owners, there is no room to sign by hand. */
const mostWithSignature = 120;
/** A longer one is printed smaller, so that the certificate stays one page. */
const mostAtFullSize = 250;

const signatureLine = (who: string): Block[] => [
  gap(24),
  line('_'.repeat(34), 11, { colour: grey }),
  line(who, 9, { colour: grey }),
];

const pictureHeight = 84;
/** Points of 1/72 inch, at 300 dots per inch. */
const pictureDots = (pictureHeight / 72) * 300;

/** The picture as it is printed. A damaged one from before uploads were decoded is left out. */
async function printedPicture({ db, pictures }: Services, scope: ProjectScope): Promise<string | undefined> {
  const stored = await findPicture(db.read, scope);
  if (stored === undefined) return undefined;
  try {
    const limits = { maxSide: maxPictureSide, height: pictureDots };
    return (await pictures.reduce(Buffer.from(stored.base64, 'base64'), limits)).bytes.toString('base64');
  } catch (error) {
    if (error instanceof PictureError) return undefined;
    throw error;
  }
}

/** What is the same on all certificates of a project: read once for many. */
export async function certificatePrinter(services: Services, scope: ProjectScope) {
  const { read } = services.db;
  const project = await findProject(read, scope);
  const settings = await findSettings(read, scope.pid);
  const picture = await printedPicture(services, scope);
  const sign = await signerOf(services, scope);
  const accent = project.colour === null ? '#3b4a52' : readableColours(project.colour).light;
  const address = `${services.config.baseUrl}${pagePath('/verify')}`;

  const pageIn = ({ number, name, minutes, issued_at }: Printed, language: string): Block[] => {
    const t = translateTo(language);
    const hours = toHours(minutes);
    const first = project.starts_on ?? issued_at.slice(0, 10);
    const days = formatDays(first, project.ends_on ?? first, language);
    const done = { count: hours, event: project.name, days, hours: formatNumber(hours, language) };
    const own = settings?.text ?? '';
    return [
      picture === undefined ? gap(34) : { kind: 'picture', base64: picture, height: pictureHeight },
      gap(12),
      line(project.name, 14, { colour: grey, oneLine: true }),
      line(t('certificate.title'), 30, { heading: true, bold: true, colour: accent, oneLine: true }),
      gap(16),
      line(t('certificate.certifies'), 13),
      gap(4),
      line(name, 28, { bold: true, oneLine: true }),
      gap(4),
      line(t('certificate.done', done), 13),
      ...(own === '' ? [] : [gap(8), line(own, own.length > mostAtFullSize ? 8 : 11)]),
      ...(own.length > mostWithSignature ? [] : signatureLine(t('certificate.signature'))),
      gap(14),
      { kind: 'qr', text: `${address}/${number}`, size: 76 },
      gap(2),
      line(t('certificate.issued', { day: formatFullDate(issued_at, language, project.timezone) }), 9, {
        colour: grey,
      }),
      line(t('certificate.check', { number: groupedNumber(number), link: address }), 9, { colour: grey }),
    ];
  };

  return (row: Printed): PdfDocument => {
    const chosen = languagesOf(settings);
    const [language, ...others] = chosen.length === 0 ? [row.language] : chosen;
    const main = language ?? row.language;
    return {
      language: main,
      title: `${translateTo(main)('certificate.title')} – ${project.name}`,
      author: project.name,
      keywords: `${row.number} ${sign(signedText(scope.pid, row))}`,
      createdAt: row.issued_at,
      landscape: true,
      frame: accent,
      blocks: [
        ...pageIn(row, main),
        ...others.flatMap((other): Block[] => [{ kind: 'page', language: other }, ...pageIn(row, other)]),
      ],
    };
  };
}

type Signed = Pick<CertificateRow, 'number' | 'name' | 'minutes' | 'issued_at'>;

/** What the project's key signs; docs/hours.md tells how to check it without Muster. */
export const signedText = (pid: string, { number, name, minutes, issued_at }: Signed): string =>
  ['muster-certificate', pid, number, name, minutes, issued_at].join('\n');
