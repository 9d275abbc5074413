/** What a document says, from top to bottom. Plain data, because another thread draws it. */
export type Block =
  | {
      kind: 'text';
      text: string;
      size: number;
      /** Screen readers announce it as the title of the page. */
      heading?: boolean;
      bold?: boolean;
      colour?: string;
      align?: 'left' | 'center';
      /** Makes the text smaller until it fits on one line. */
      oneLine?: boolean;
    }
  | { kind: 'gap'; height: number }
  /** What follows is on a new page, in another language. */
  | { kind: 'page'; language: string }
  /** The picture is a JPEG or PNG file. It is decoration and not read aloud. */
  | { kind: 'picture'; base64: string; height: number }
  | { kind: 'qr'; text: string; size: number }
  /** The first row is the header. `widths` are shares; numbers are right-aligned. */
  | { kind: 'table'; rows: readonly (readonly string[])[]; widths: readonly number[]; right: readonly number[] };

export type PdfDocument = {
  language: string;
  title: string;
  author: string;
  /** Programs read these in the file. */
  keywords: string;
  createdAt: string;
  landscape: boolean;
  /** The colour of a frame around each page. */
  frame: string | null;
  blocks: readonly Block[];
};
