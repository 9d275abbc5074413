import { parseSync } from 'vite';

/** A change of a source file: the text from `start` to `end`, inside the function `within`, becomes `replacement`. */
export type Change = { operator: string; within: string; start: number; end: number; replacement: string };

/** A node of the syntax tree; what else it has depends on its type. */
type Node = { type: string; start: number; end: number; [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'start' in value &&
  typeof value.start === 'number' &&
  'end' in value &&
  typeof value.end === 'number';

const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

const stringIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** `find` of `lockProjects(...)`, `where` of `query.where(...)`; undefined for anything but a call. */
function calledName(node: Node | undefined): string | undefined {
  if (node?.type === 'AwaitExpression') return calledName(nodesIn(node['argument'])[0]);
  if (node?.type !== 'CallExpression') return undefined;
  const [callee] = nodesIn(node['callee']);
  if (callee?.type === 'Identifier') return stringIn(callee['name']);
  return callee?.type === 'MemberExpression' ? stringIn(nodesIn(callee['property'])[0]?.['name']) : undefined;
}

/** `log` of `log.warn(...)`, also of `this.log.warn(...)`. */
function calledOn(node: Node): string | undefined {
  const [callee] = nodesIn(node['callee']);
  if (callee?.type !== 'MemberExpression') return undefined;
  const [object] = nodesIn(callee['object']);
  return stringIn(object?.['name']) ?? stringIn(nodesIn(object?.['property'])[0]?.['name']);
}

const typeNodes = /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/;
const messages = /^(?:log|logger|console|report|trouble)$/;

/** Code without effect on behaviour: types, imports, texts of logs and errors. */
function isSkipped(node: Node): boolean {
  if (typeNodes.test(node.type) || node.type === 'ImportDeclaration') return true;
  if (node.type === 'ThrowStatement') return true;
  if (node.type === 'ExpressionStatement') return nodesIn(node['expression']).some(isSkipped);
  return node.type === 'CallExpression' && messages.test(calledOn(node) ?? '');
}

/** Every node that affects behaviour, with the nodes around it, innermost first. */
function* walk(text: string): Generator<{ node: Node; around: readonly Node[] }> {
  const { program, errors } = parseSync('source.ts', text);
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  yield* walkFrom(program, []);
}

function* walkFrom(value: unknown, around: readonly Node[]): Generator<{ node: Node; around: readonly Node[] }> {
  for (const node of nodesIn(value)) {
    if (isSkipped(node)) continue;
    yield { node, around };
    for (const child of Object.values(node)) yield* walkFrom(child, [node, ...around]);
  }
}

type Look = { node: Node; around: readonly Node[]; text: string };
type Edit = { at: { start: number; end: number }; replacement: string };
type Operator = (look: Look) => Edit[];

const first = (value: unknown): Node | undefined => nodesIn(value)[0];
const replace = (at: Node | undefined, replacement: string): Edit[] => (at === undefined ? [] : [{ at, replacement }]);

const failing = /^(?:fail|failField|refuse\w*|missing|noSuch\w*)$/;

/** Whether a statement leaves the function: a return, or a call that always throws. */
function leaves(statement: Node | undefined): boolean {
  if (statement?.type === 'ReturnStatement') return true;
  if (statement?.type === 'BlockStatement') return leaves(nodesIn(statement['body']).at(-1));
  return statement?.type === 'ExpressionStatement' && failing.test(calledName(first(statement['expression'])) ?? '');
}

const isGuard = (node: Node): boolean =>
  node.type === 'IfStatement' && node['alternate'] === null && leaves(first(node['consequent']));

const guardDropped: Operator = ({ node }) => (isGuard(node) ? replace(node, ';') : []);

const conditionNegated: Operator = ({ node, text }) => {
  if (isGuard(node) || (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression')) return [];
  const test = first(node['test']);
  return test === undefined ? [] : replace(test, `!(${text.slice(test.start, test.end)})`);
};

/** Swaps the operator between the two sides of a binary or logical expression. */
const swapped =
  (swaps: ReadonlyMap<string, string>, applies: (left: Node, right: Node) => boolean = () => true): Operator =>
  ({ node, text }) => {
    if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return [];
    const operator = stringIn(node['operator']) ?? '';
    const by = swaps.get(operator);
    const [left, right] = [first(node['left']), first(node['right'])];
    if (by === undefined || left === undefined || right === undefined || !applies(left, right)) return [];
    const start = text.indexOf(operator, left.end);
    return [{ at: { start, end: start + operator.length }, replacement: by }];
  };

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string');
const isTypeof = (node: Node): boolean => node.type === 'UnaryExpression' && node['operator'] === 'typeof';

const notRemoved: Operator = ({ node }) => {
  const argument = first(node['argument']);
  if (node.type !== 'UnaryExpression' || node['operator'] !== '!' || argument === undefined) return [];
  return [{ at: { start: node.start, end: argument.start }, replacement: '' }];
};

/** A statement that is only a call, such as `await lockProjects(...)`. */
const callDropped =
  (names: (name: string) => boolean): Operator =>
  ({ node }) => {
    if (node.type !== 'ExpressionStatement') return [];
    const name = calledName(first(node['expression']));
    return name !== undefined && !failing.test(name) && names(name) ? replace(node, ';') : [];
  };

const isLock = (name: string): boolean => name.startsWith('lock');
const isConsequence = (name: string): boolean =>
  /^(?:record|recordAll|note|conclude|touch\w*|announce|post\w*)$/.test(name);

/** Removes everything of a node after its first part. */
function cutAfter(kept: Node, node: Node, text: string): Edit[] {
  const start = kept.end + (/^\s*/.exec(text.slice(kept.end, node.end))?.[0].length ?? 0);
  return [{ at: { start, end: node.end }, replacement: '' }];
}

const fallbackDropped: Operator = ({ node, text }) => {
  const [left, right] = [first(node['left']), first(node['right'])];
  if (node.type !== 'LogicalExpression' || node['operator'] !== '??' || left === undefined) return [];
  return calledName(right) === undefined ? [] : cutAfter(left, node, text);
};

/** `query.where(...)` becomes `query`. */
const linkDropped =
  (names: RegExp): Operator =>
  ({ node, text }) => {
    const callee = first(node['callee']);
    if (callee?.type !== 'MemberExpression' || !names.test(calledName(node) ?? '')) return [];
    const object = first(callee['object']);
    // Nothing would be left of `eb.where(...)`.
    if (object === undefined || object.type === 'Identifier') return [];
    return cutAfter(object, node, text);
  };

/** Swaps both ways. */
const pairs = (...list: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map(
    list.flatMap(
      ([one, other]) =>
        [
          [one, other],
          [other, one],
        ] as const,
    ),
  );

const sqlSwaps = pairs(['<', '<='], ['>', '>='], ['=', '!='], ['is', 'is not'], ['in', 'not in'], ['+', '-']);
const sqlCalls = /^(?:where|whereRef|on|onRef|eb|or|and|having)$/;

const sqlComparisonChanged: Operator = ({ node }) => {
  if (node.type !== 'CallExpression' || !sqlCalls.test(calledName(node) ?? '')) return [];
  const comparison = nodesIn(node['arguments'])[1];
  const by = sqlSwaps.get(stringIn(comparison?.['value']) ?? '');
  return by === undefined ? [] : replace(comparison, `'${by}'`);
};

const nameSwaps = pairs(['min', 'max'], ['some', 'every']);

const methodSwapped: Operator = ({ node }) => {
  const callee = first(node['callee']);
  const by = nameSwaps.get(calledName(node) ?? '');
  return callee?.type === 'MemberExpression' && by !== undefined ? replace(first(callee['property']), by) : [];
};

/** Constants that only affect speed or batch sizes. */
const tuning = /(?:Ms|Bytes|Size|Factor)$|^(?:attempts|burst|columns)$/;
const isTuning = (around: readonly Node[]): boolean =>
  around.some(({ type, id }) => type === 'VariableDeclarator' && tuning.test(stringIn(first(id)?.['name']) ?? ''));

const numberChanged: Operator = ({ node, around }) => {
  const { value } = node;
  if (node.type !== 'Literal' || typeof value !== 'number' || isTuning(around)) return [];
  return replace(node, String(value === 0 ? 1 : value + 1));
};

const booleanFlipped: Operator = ({ node }) =>
  node.type === 'Literal' && typeof node['value'] === 'boolean' ? replace(node, String(!node['value'])) : [];

/** A rule such as `const mayEdit = (...): boolean => ...` returns a constant. */
const ruleFixed: Operator = ({ node }) => {
  const result = first(first(node['returnType'])?.['typeAnnotation']);
  if (node.type !== 'ArrowFunctionExpression' || result?.type !== 'TSBooleanKeyword') return [];
  const body = first(node['body']);
  if (body === undefined || body.type === 'BlockStatement') return [];
  return ['true', 'false'].flatMap((answer) => replace(body, answer));
};

const operators: Record<string, Operator> = {
  'guard dropped': guardDropped,
  'condition negated': conditionNegated,
  'bound shifted': swapped(pairs(['<', '<='], ['>', '>='])),
  'equality flipped': swapped(pairs(['===', '!==']), (left) => !isTypeof(left)),
  'and/or swapped': swapped(pairs(['&&', '||'])),
  'sum negated': swapped(pairs(['+', '-']), (left, right) => !isText(left) && !isText(right)),
  'not removed': notRemoved,
  'lock dropped': callDropped(isLock),
  'consequence dropped': callDropped(isConsequence),
  'call dropped': callDropped((name) => !isLock(name) && !isConsequence(name)),
  'fallback dropped': fallbackDropped,
  'where dropped': linkDropped(/^(?:where|whereRef|onRef|on|\$if)$/),
  'filter dropped': linkDropped(/^(?:filter|trim)$/),
  'SQL comparison changed': sqlComparisonChanged,
  'method swapped': methodSwapped,
  'number changed': numberChanged,
  'boolean flipped': booleanFlipped,
  'rule fixed': ruleFixed,
};

/** The name of the function or constant at the top of the file that a node is part of. */
const outermostName = (around: readonly Node[]): string =>
  around.flatMap(({ id }) => stringIn(first(id)?.['name']) ?? []).at(-1) ?? 'module';

/** Every change that the operators can make to a source text. */
export function changesOf(text: string): Change[] {
  const changes: Change[] = [];
  for (const { node, around } of walk(text)) {
    for (const [operator, find] of Object.entries(operators)) {
      for (const edit of find({ node, around, text })) {
        const { start, end } = edit.at;
        const within = outermostName([node, ...around]);
        changes.push({ operator, within, start, end, replacement: edit.replacement });
      }
    }
  }
  return changes;
}
