/** What a document says, from top to bottom. Plain data, because another thread draws it. */
export type Block =
  | {
      kind: 'text';
      text: string;
      size: number;
      bold?: boolean;
      colour?: string;
      align?: 'left' | 'center';
      /** Makes the text smaller until it fits on one line. */
      oneLine?: boolean;
    }
  | { kind: 'gap'; height: number }
  /** A new page in another language. */
  | { kind: 'page'; language: string }
  /** JPEG or PNG. */
  | { kind: 'picture'; base64: string; height: number }
  | { kind: 'qr'; text: string; size: number }
  /** The first row is the header. `widths` are shares; numbers are right-aligned. */
  | { kind: 'table'; rows: readonly (readonly string[])[]; widths: readonly number[]; right: readonly number[] };

export type PdfDocument = {
  language: string;
  title: string;
  author: string;
  /** Kept in the file for programs. */
  keywords: string;
  createdAt: string;
  landscape: boolean;
  /** The colour of a frame around each page. */
  frame: string | null;
  blocks: readonly Block[];
};
