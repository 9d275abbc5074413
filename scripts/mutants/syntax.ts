import { parseSync } from 'vite';

/** A node of the syntax tree; what else it has depends on its type. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'start' in value &&
  typeof value.start === 'number' &&
  'end' in value &&
  typeof value.end === 'number';

export const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

export const stringIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** `find` of `lockProjects(...)`, `where` of `query.where(...)`; undefined for anything but a call. */
export function calledName(node: Node | undefined): string | undefined {
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

export const parses = (text: string): boolean => parseSync('source.ts', text).errors.length === 0;

/** Every node that affects behaviour, with the nodes around it, innermost first. */
export function* walk(text: string): Generator<{ node: Node; around: readonly Node[] }> {
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
