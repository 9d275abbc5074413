import { runsOf } from './fonts.ts';
import type { NamedFont, Run, Weight } from './fonts.ts';

export type Line = { runs: readonly Run[]; width: number };
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
export async function linesOf(text: string, maxWidth: number, { language, weight, size }: Style): Promise<Line[]> {
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

/** One line, as large as it can be. */
export async function fittingLine(text: string, maxWidth: number, style: Style): Promise<{ line: Line; size: number }> {
  const { runs } = await runsOf(text, { ...style, context: text });
  const { width } = measured(runs, style.size);
  const size = width <= maxWidth ? style.size : Math.max(smallest, (style.size * maxWidth) / width);
  return { line: measured(runs, size), size };
}
