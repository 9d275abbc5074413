import { Ajv } from 'ajv';
import type { ErrorObject, FormatDefinition, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { isEmail, isLine, isText } from '../lib/text.ts';
import { hasWebAddress } from '../lib/mail/web-address.ts';

const formats: Record<string, FormatDefinition<string>> = {
  line: { type: 'string', validate: isLine },
  name: { type: 'string', validate: (value) => isLine(value) && !hasWebAddress(value) },
  text: { type: 'string', validate: isText },
  email_address: { type: 'string', validate: isEmail },
};

/** Messages for the formats above, whose names callers do not know. */
const sentences: Record<string, string> = {
  line: 'must be one line of text without control characters or ones that cannot be seen',
  name: 'must be one line of text without a web address, control characters or ones that cannot be seen',
  text: 'must be text without control characters',
  email_address: 'must be an email address',
};

function sentenceOf({ keyword, params, message = '' }: ErrorObject): string {
  if (keyword === 'format') return sentences[String(params['format'])] ?? message;
  return keyword === 'pattern' ? 'has characters, or a form, that are not allowed here' : message;
}

type Checked<T> = { value: T } | { errors: string[] };

/** For values that do not come in a request. Returns the value with its type, or all errors. */
export function validatorFor<S extends TSchema>(schema: S): (value: unknown) => Checked<Static<S>> {
  const validate = compilerWith({ coerceTypes: false, allErrors: true }).compile<Static<S>>(schema);
  return (value) => {
    if (validate(value)) return { value };
    const errors = (validate.errors ?? []).map((error) => {
      const extra: unknown = error.params['additionalProperty'];
      const field = error.instancePath.slice(1) || (typeof extra === 'string' ? extra : '');
      return `${field} ${sentenceOf(error)}`.trim();
    });
    return { errors: [...new Set(errors)] };
  };
}

type Compilation = { coerceTypes: boolean; allErrors: boolean };

function compilerWith({ coerceTypes, allErrors }: Compilation): Ajv {
  const ajv = new Ajv({
    coerceTypes,
    useDefaults: true,
    removeAdditional: false,
    allErrors,
    strict: true,
    strictTypes: false,
    // Converted values may be infinite ("1e999"); a strict check of numbers would skip their bounds.
    strictNumbers: !coerceTypes,
    allowUnionTypes: true,
    keywords: ['example'],
  });
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  return ajv;
}

/** Compiles on first use: compiling all schemas at start takes a third of the start, and many are used rarely. */
function compiledLater(compilation: Compilation, schema: TSchema): () => ValidateFunction {
  let compiled: ValidateFunction | undefined;
  return () => (compiled ??= sharedCompiler(compilation).compile(schema));
}

const compilers = new Map<string, Ajv>();

/** All apps of a process share what is compiled for a schema: tests start hundreds of them. */
function sharedCompiler(compilation: Compilation): Ajv {
  const key = JSON.stringify(compilation);
  const compiler = compilers.get(key) ?? compilerWith(compilation);
  compilers.set(key, compiler);
  return compiler;
}

/**
 * URLs hold only text, so numbers in them are converted; bodies are not converted. Unlike the framework's own set-up,
 * unknown fields are rejected and not dropped.
 *
 * Checks stop at the first error. Only small input is checked again for all its errors: 200 KB of wrong fields would
 * otherwise take 20,000 errors and many times as long as a valid body.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const coerceTypes = httpPart !== 'body';
  const first = compiledLater({ coerceTypes, allErrors: false }, schema);
  const all = compiledLater({ coerceTypes, allErrors: true }, schema);
  return (value: unknown) => {
    const validate = first();
    if (validate(value)) return { value };
    const full = isSmall(value) ? all() : undefined;
    const found = full !== undefined && !full(value) ? full.errors : validate.errors;
    const errors = (found ?? []).slice(0, maxErrors);
    for (const error of errors) error.message = sentenceOf(error);
    return { error: Object.assign(new Error('invalid'), { validation: errors }) };
  };
};

const maxErrors = 500;
/** More than the largest valid body: 200 people or locations with a few fields each. */
const maxValues = 2000;
const maxLetters = 100_000;

/** Whether checking everything in the value is cheap. Stops counting where it is not. */
function isSmall(value: unknown): boolean {
  let [values, letters] = [0, 0];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    values += 1;
    if (typeof one === 'string') letters += one.length;
    if (values > maxValues || letters > maxLetters) return false;
    if (typeof one !== 'object' || one === null) continue;
    for (const key in one) {
      if (open.length > maxValues) return false;
      open.push(Reflect.get(one, key));
    }
  }
  return true;
}
