declare module 'subset-font' {
  type Options = {
    targetFormat: 'truetype';
    variationAxes: Readonly<Record<string, number>>;
    keepAllGlyphs: true;
    noHinting: true;
    dropTables: readonly string[];
  };
  /** With `keepAllGlyphs` the text is empty. */
  export default function subsetFont(font: Buffer, text: '', options: Options): Promise<Buffer>;
}
