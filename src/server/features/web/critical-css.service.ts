/**
 * Takes from the style sheet of the application what one page needs, so that the page can be drawn without another
 * request. A rule is kept if the page has all classes and attributes of one of its selectors.
 */
export type CriticalCss = (html: string) => string;

export function criticalCss(sheet: string): CriticalCss {
  const rules = parseRules(sheet);
  const known = new Set(rules.flatMap(marksIn));
  // Pages of one kind need the same rules, and finding them takes longer than rendering a small page.
  const found = new Map<string, string>();
  return (html) => {
    const marks = marksOf(html).intersection(known);
    const variables = usedVariables(html);
    const key = [...marks, ...variables].toSorted().join(' ');
    const css = found.get(key) ?? rulesFor(rules, marks, variables);
    if (found.size >= maxKinds) found.clear();
    found.set(key, css);
    return css;
  };
}

const maxKinds = 100;

const rulesFor = (rules: readonly Rule[], marks: ReadonlySet<string>, variables: ReadonlySet<string>): string =>
  withoutUnusedVariables(withoutUnusedAnimations(rules.map((rule) => textFor(rule, marks)).join('')), variables);

const usedVariables = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name));

function marksIn(rule: Rule): string[] {
  if (rule.kind === 'group') return rule.rules.flatMap(marksIn);
  return rule.kind === 'style' ? rule.selectors.flat() : [];
}

/** `.name` for classes, `[name]` and `[name=value]` for attributes. */
function marksOf(html: string): Set<string> {
  const marks = new Set(schemeMarks);
  for (const [, name = '', value = ''] of html.matchAll(/ ([\w-]+)="([^"]*)"/g)) {
    marks.add(`[${name}]`).add(`[${name}=${value}]`);
    if (name === 'class') for (const one of value.split(' ')) marks.add(`.${one}`);
  }
  return marks;
}

/** Set by a script before the page is drawn. */
const schemeMarks = ['', '=light', '=dark'].map((value) => `[data-mantine-color-scheme${value}]`);

type StyleRule = { kind: 'style'; text: string; selectors: string[][] };
type GroupRule = { kind: 'group'; condition: string; rules: Rule[] };
type OtherRule = { kind: 'other'; text: string };
type Rule = StyleRule | GroupRule | OtherRule;

function textFor(rule: Rule, marks: ReadonlySet<string>): string {
  if (rule.kind === 'other') return rule.text;
  if (rule.kind === 'style')
    return rule.selectors.some((needed) => needed.every((mark) => marks.has(mark))) ? rule.text : '';
  const inner = rule.rules.map((one) => textFor(one, marks)).join('');
  return inner === '' ? '' : `${rule.condition}{${inner}}`;
}

/** Splits minified CSS into its rules. */
function parseRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let from = 0;
  while (from < css.length) {
    const open = indexOutsideStrings(css, '{', from);
    if (open < 0) break;
    const close = closingBrace(css, open);
    rules.push(toRule(css.slice(from, open), css.slice(open + 1, close)));
    from = close + 1;
  }
  return rules;
}

function toRule(prelude: string, body: string): Rule {
  if (/^@(?:media|container|supports|layer)\b/.test(prelude))
    return { kind: 'group', condition: prelude, rules: parseRules(body) };
  const text = `${prelude}{${body}}`;
  return prelude.startsWith('@') ? { kind: 'other', text } : { kind: 'style', text, selectors: selectorsOf(prelude) };
}

/** The classes and attributes that an element or its ancestors must have. What is inside `:not()` and `:where()` is not required. */
function selectorsOf(prelude: string): string[][] {
  let plain = prelude;
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = plain.replaceAll(/:[\w-]+\([^()]*\)/g, '');
  }
  return plain.split(',').map((selector) => [
    ...(selector.match(/\.[\w-]+/g) ?? []),
    // Only whole values are compared; a part of one is not required.
    ...Array.from(selector.matchAll(/\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]/g), ([, name, value]) =>
      value === undefined ? `[${name}]` : `[${name}=${value}]`,
    ),
  ]);
}

function closingBrace(css: string, open: number): number {
  let depth = 1;
  for (let at = open + 1; at < css.length; at += 1) {
    const mark = css[at];
    if (mark === '"' || mark === "'") at = css.indexOf(mark, at + 1);
    if (mark === '{') depth += 1;
    if (mark === '}' && --depth === 0) return at;
  }
  return css.length;
}

function indexOutsideStrings(css: string, wanted: string, from: number): number {
  for (let at = from; at < css.length; at += 1) {
    const mark = css[at];
    if (mark === '"' || mark === "'") at = css.indexOf(mark, at + 1);
    if (mark === wanted) return at;
  }
  return -1;
}

const withoutUnusedAnimations = (css: string): string =>
  css.replaceAll(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (rule, name: string) =>
    css.split(name).length > 2 ? rule : '',
  );

/** The component library declares hundreds of variables, of which a page uses few. */
function withoutUnusedVariables(css: string, inPage: ReadonlySet<string>): string {
  const used = usedVariables(css).union(inPage);
  const kept = css.replaceAll(/(--[\w-]+):(?:[^;{}"']|"[^"]*"|'[^']*')*(?:;|(?=\}))/g, (declaration, name: string) =>
    used.has(name) ? declaration : '',
  );
  // Some were used only by variables that are gone now.
  return kept.length === css.length ? css : withoutUnusedVariables(kept, inPage);
}
