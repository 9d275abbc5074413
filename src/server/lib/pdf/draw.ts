import PdfKit from 'pdfkit';
import { encodeQR } from 'qr';
import type { Block, PdfDocument } from './document.ts';
import { fittingLine, linesOf } from './lines.ts';
import type { Line } from './lines.ts';

type Page = { pdf: PDFKit.PDFDocument; language: string; left: number; width: number; bottom: number; top: number };
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
    info: { Title: title, Author: author, Keywords: keywords, CreationDate: new Date(createdAt) },
  });
  const parts: Uint8Array[] = [];
  pdf.on('data', (part: Uint8Array) => parts.push(part));
  const ended = new Promise((resolve, reject) => pdf.once('end', resolve).once('error', reject));
  const page = {
    pdf,
    language,
    left: margin,
    width: pdf.page.width - 2 * margin,
    top: margin,
    bottom: pdf.page.height - margin,
  };
  const framed = () => {
    if (frame === null) return;
    const { width, height } = pdf.page;
    pdf
      .rect(24, 24, width - 48, height - 48)
      .lineWidth(3)
      .stroke(frame);
  };
  framed();
  pdf.on('pageAdded', framed);
  let y = margin;
  for (const block of document.blocks) y = await drawBlock(page, block, y);
  pdf.end();
  await ended;
  // A small buffer is part of a larger one, which would be sent to the other thread as a whole.
  return new Uint8Array(Buffer.concat(parts));
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
  let at = y;
  for (const line of lines) {
    at = nextPage(page, at, size * lineHeight);
    page.pdf.fillColor(colour);
    const x = align === 'center' ? page.left + (page.width - line.width) / 2 : page.left;
    drawLine(page, line, x, at + size * 1.1, size);
    at += size * lineHeight;
  }
  return at;
}

function drawPicture({ pdf, left, width }: Page, block: Extract<Block, { kind: 'picture' }>, y: number): number {
  const { base64, height } = block;
  pdf.image(Buffer.from(base64, 'base64'), left, y, { fit: [width, height], align: 'center' });
  return y + height;
}

/** As one path, which stays sharp on paper. */
function drawQr({ pdf, left, width }: Page, { text, size }: Extract<Block, { kind: 'qr' }>, y: number): number {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const unit = size / rows.length;
  const x = left + (width - size) / 2;
  for (const [row, cells] of rows.entries())
    for (const [column, dark] of cells.entries()) if (dark) pdf.rect(x + column * unit, y + row * unit, unit, unit);
  pdf.fill(black);
  return y + size;
}

const cell = { size: 9, gap: 8 };

async function drawTable(page: Page, { rows, widths, right }: TableBlock, y: number): Promise<number> {
  const { pdf, left, width } = page;
  const total = widths.reduce((sum, share) => sum + share, 0);
  const columns = widths.map((share) => (share / total) * width);
  const starts = columns.map((_, index) => columns.slice(0, index).reduce((sum, one) => sum + one, left));
  let at = y;
  for (const [index, row] of rows.entries()) {
    const style = { language: page.language, weight: index === 0 ? 700 : 400, size: cell.size } as const;
    const cells = await Promise.all(
      row.map((text, column) => linesOf(text, (columns[column] ?? width) - cell.gap, style)),
    );
    const height = Math.max(...cells.map((lines) => lines.length)) * cell.size * lineHeight + cell.gap;
    at = nextPage(page, at, height);
    pdf.fillColor(black);
    for (const [column, lines] of cells.entries())
      for (const [number, line] of lines.entries()) {
        const start = starts[column] ?? left;
        const x = right.includes(column) ? start + (columns[column] ?? 0) - line.width - cell.gap : start;
        drawLine(page, line, x, at + cell.gap / 2 + cell.size * (1.05 + number * lineHeight), cell.size);
      }
    at += height;
    pdf
      .moveTo(left, at)
      .lineTo(left + width, at)
      .lineWidth(index === 0 ? 1 : 0.4)
      .stroke('#b9b9b9');
  }
  return at;
}
