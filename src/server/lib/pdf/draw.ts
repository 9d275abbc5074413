import PdfKit from 'pdfkit';
import { encodeQR } from 'qr';
import type { Block, PdfDocument } from './document.ts';
import { runsOf } from './fonts.ts';
import type { NamedFont, Run, Weight } from './fonts.ts';

type Page = {
  pdf: PDFKit.PDFDocument;
  /** Screen readers read its parts in their order. */
  structure: PDFKit.PDFStructureElement;
  language: string;
  left: number;
  width: number;
  bottom: number;
  top: number;
};
type TextBlock = Extract<Block, { kind: 'text' }>;
type TableBlock = Extract<Block, { kind: 'table' }>;

const margin = 56;
const lineHeight = 1.45;
const black = '#1b1b1b';

export async function drawPdf(document: PdfDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { title, author, keywords, createdAt, landscape, language, frame } = document;
  const pdf = new PdfKit({
    size: 'A4',
    layout: landscape ? 'landscape' : 'portrait',
    margin: 0,
    lang: language,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Keywords: keywords, CreationDate: new Date(createdAt) },
  });
  const parts: Uint8Array[] = [];
  pdf.on('data', (part: Uint8Array) => parts.push(part));
  const ended = new Promise((resolve, reject) => pdf.once('end', resolve).once('error', reject));
  const structure = pdf.struct('Document');
  pdf.addStructure(structure);
  const page = {
    pdf,
    structure,
    language,
    left: margin,
    width: pdf.page.width - 2 * margin,
    top: margin,
    bottom: pdf.page.height - margin,
  };
  const framed = () => {
    if (frame === null) return;
    const { width, height } = pdf.page;
    asDecoration(pdf, () =>
      pdf
        .rect(24, 24, width - 48, height - 48)
        .lineWidth(3)
        .stroke(frame),
    );
  };
  framed();
  pdf.on('pageAdded', framed);
  let y = margin;
  for (const block of document.blocks) y = await drawBlock(page, block, y);
  structure.end();
  pdf.end();
  await ended;
  // A small buffer is part of a larger one, which would be sent to the other thread as a whole.
  return new Uint8Array(Buffer.concat(parts));
}

/** Draws something that is not read aloud. */
function asDecoration(pdf: PDFKit.PDFDocument, draw: () => unknown): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}

/** Adds a part of the structure. What a function draws when it is added to the part belongs to it. */
function partOf(
  { pdf, structure }: Page,
  type: string,
  options: { lang?: string; alt?: string } = {},
  parent = structure,
) {
  const part = pdf.struct(type, options);
  parent.add(part);
  return part;
}

async function drawBlock(page: Page, block: Block, y: number): Promise<number> {
  switch (block.kind) {
    case 'gap':
      return y + block.height;
    case 'page':
      page.pdf.addPage();
      page.language = block.language;
      return page.top;
    case 'text':
      return drawText(page, block, y);
    case 'picture':
      return drawPicture(page, block, y);
    case 'qr':
      return drawQr(page, block, y);
    case 'table':
      return drawTable(page, block, y);
  }
}

function drawLine({ pdf }: Page, { runs }: Line, x: number, baseline: number, size: number): void {
  let at = x;
  for (const { text, font } of runs) {
    // PDFKit also takes a font that was opened before, which its types do not know.
    pdf.registerFont(font.name, font.font as unknown as PDFKit.Mixins.PDFFontSource);
    pdf.font(font.name, size).text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
    at += pdf.widthOfString(text);
  }
}

function nextPage(page: Page, y: number, height: number): number {
  if (y + height <= page.bottom) return y;
  page.pdf.addPage();
  return page.top;
}

async function drawText(page: Page, block: TextBlock, y: number): Promise<number> {
  const { text, bold = false, colour = black, align = 'left', oneLine = false } = block;
  const style = { language: page.language, weight: bold ? 700 : 400, size: block.size } as const;
  const fitted = oneLine ? await fittingLine(text, page.width, style) : undefined;
  const lines = fitted === undefined ? await linesOf(text, page.width, style) : [fitted.line];
  const size = fitted?.size ?? block.size;
  const part = partOf(page, block.heading === true ? 'H1' : 'P', { lang: page.language });
  let at = y;
  for (const line of lines) {
    at = nextPage(page, at, size * lineHeight);
    page.pdf.fillColor(colour);
    const x = align === 'center' ? page.left + (page.width - line.width) / 2 : page.left;
    const baseline = at + size * 1.1;
    part.add(() => drawLine(page, line, x, baseline, size));
    at += size * lineHeight;
  }
  return at;
}

function drawPicture({ pdf, left, width }: Page, block: Extract<Block, { kind: 'picture' }>, y: number): number {
  const { base64, height } = block;
  asDecoration(pdf, () => pdf.image(Buffer.from(base64, 'base64'), left, y, { fit: [width, height], align: 'center' }));
  return y + height;
}

/** Draws one path, which stays sharp on paper. */
function drawQr(page: Page, { text, size }: Extract<Block, { kind: 'qr' }>, y: number): number {
  const { pdf, left, width } = page;
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const unit = size / rows.length;
  const x = left + (width - size) / 2;
  partOf(page, 'Figure', { alt: text }).add(() => {
    for (const [row, cells] of rows.entries())
      for (const [column, dark] of cells.entries()) if (dark) pdf.rect(x + column * unit, y + row * unit, unit, unit);
    pdf.fill(black);
  });
  return y + size;
}

const cell = { size: 9, gap: 8 };

async function drawTable(page: Page, { rows, widths, right }: TableBlock, y: number): Promise<number> {
  const { pdf, left, width } = page;
  const total = widths.reduce((sum, share) => sum + share, 0);
  const columns = widths.map((share) => (share / total) * width);
  const starts = columns.map((_, index) => columns.slice(0, index).reduce((sum, one) => sum + one, left));
  const table = partOf(page, 'Table', { lang: page.language });
  let at = y;
  for (const [index, row] of rows.entries()) {
    const tableRow = partOf(page, 'TR', {}, table);
    const style = { language: page.language, weight: index === 0 ? 700 : 400, size: cell.size } as const;
    const cells = await Promise.all(
      row.map((text, column) => linesOf(text, (columns[column] ?? width) - cell.gap, style)),
    );
    const height = Math.max(...cells.map((lines) => lines.length)) * cell.size * lineHeight + cell.gap;
    at = nextPage(page, at, height);
    pdf.fillColor(black);
    for (const [column, lines] of cells.entries()) {
      const part = partOf(page, index === 0 ? 'TH' : 'TD', {}, tableRow);
      for (const [number, line] of lines.entries()) {
        const start = starts[column] ?? left;
        const x = right.includes(column) ? start + (columns[column] ?? 0) - line.width - cell.gap : start;
        const baseline = at + cell.gap / 2 + cell.size * (1.05 + number * lineHeight);
        part.add(() => drawLine(page, line, x, baseline, cell.size));
      }
    }
    at += height;
    const bottom = at;
    asDecoration(pdf, () =>
      pdf
        .moveTo(left, bottom)
        .lineTo(left + width, bottom)
        .lineWidth(index === 0 ? 1 : 0.4)
        .stroke('#b9b9b9'),
    );
  }
  return at;
}

type Line = { runs: readonly Run[]; width: number };
type Style = { language: string; weight: Weight; size: number };

const widthOf = (text: string, { font }: NamedFont, size: number): number =>
  (font.layout(text).advanceWidth / font.unitsPerEm) * size;

/** Where a line may break: behind blanks, and between the characters of scripts without blanks. */
const pieces =
  /[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF\u{20000}-\u{3FFFF}]|[^\s\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF\u{20000}-\u{3FFFF}]+\s*|\s+/gu;
/** These do not begin a line. */
const closing = /^[、。，．：；？！）」』】》〉ー…]/;

const joined = (runs: readonly Run[]): Run[] =>
  runs.reduce<Run[]>((list, run) => {
    const last = list.at(-1);
    if (last?.font.name === run.font.name) list[list.length - 1] = { ...last, text: last.text + run.text };
    else list.push(run);
    return list;
  }, []);

const measured = (runs: readonly Run[], size: number): Line => {
  const line = joined(runs);
  return { runs: line, width: line.reduce((sum, { text, font }) => sum + widthOf(text, font, size), 0) };
};

/** Characters that no font has are left out; names are checked before they are printed. */
async function linesOf(text: string, maxWidth: number, { language, weight, size }: Style): Promise<Line[]> {
  const lines: Line[] = [];
  for (const paragraph of text.split('\n')) {
    let current: Run[] = [];
    for (const piece of paragraph.match(pieces) ?? []) {
      const { runs } = await runsOf(piece, { language, weight, context: text });
      const longer = [...current, ...runs];
      const fits = measured(longer, size).width <= maxWidth || current.length === 0 || closing.test(piece);
      if (!fits) lines.push(measured(current, size));
      current = fits ? longer : runs;
    }
    lines.push(measured(current, size));
  }
  return lines;
}

/** At this size a hundred wide characters, the longest name, fit on a page. */
const smallest = 7;

/** Chooses the largest size at which the text fits in one line. */
async function fittingLine(text: string, maxWidth: number, style: Style): Promise<{ line: Line; size: number }> {
  const { runs } = await runsOf(text, { ...style, context: text });
  const { width } = measured(runs, style.size);
  const size = width <= maxWidth ? style.size : Math.max(smallest, (style.size * maxWidth) / width);
  return { line: measured(runs, size), size };
}
