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

/** The formats' names are ours; callers read sentences. */
const sentences: Record<string, string> = {
  line: 'must be one line of text without control characters or ones that cannot be seen',
  name: 'must be one line of text without a web address, control characters or ones that cannot be seen',
  text: 'must be text without control characters',
  email_address: 'must be an e-mail address',
};

function sentenceOf({ keyword, params, message = '' }: ErrorObject): string {
  if (keyword === 'format') return sentences[String(params['format'])] ?? message;
  return keyword === 'pattern' ? 'has characters, or a form, that are not allowed here' : message;
}

type Checked<T> = { value: T } | { errors: string[] };

/** For what does not come in a request: the value as its schema has it, or all that is wrong with it. */
export function validatorFor<S extends TSchema>(schema: S): (value: unknown) => Checked<Static<S>> {
  const validate = compilerWith(false).compile<Static<S>>(schema);
  return (value) => {
    if (validate(value)) return { value };
    const told = (validate.errors ?? []).map((error) => {
      const extra: unknown = error.params['additionalProperty'];
      const field = error.instancePath.slice(1) || (typeof extra === 'string' ? extra : '');
      return `${field} ${sentenceOf(error)}`.trim();
    });
    return { errors: [...new Set(told)] };
  };
}

function compilerWith(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    coerceTypes,
    useDefaults: true,
    removeAdditional: false,
    allErrors: true,
    strict: true,
    strictTypes: false,
    // What is converted may become endless ("1e999"); a strict look at numbers would pass over it, bounds and all.
    strictNumbers: !coerceTypes,
    allowUnionTypes: true,
    keywords: ['example'],
  });
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  return ajv;
}

/**
 * Addresses hold only text, so numbers in them are converted; bodies are taken as they are.
 * Unlike the framework's own set-up, unknown fields are refused and not dropped.
 */
export function validatorCompiler(): FastifySchemaCompiler<TSchema> {
  const body = compilerWith(false);
  const address = compilerWith(true);
  return ({ schema, httpPart }) => {
    // Compiled with the first request: all of them at once would be a third of a start, and most stay unused for long.
    let compiled: ValidateFunction | undefined;
    return (value: unknown) => {
      const validate = (compiled ??= (httpPart === 'body' ? body : address).compile(schema));
      if (validate(value)) return { value };
      for (const error of validate.errors ?? []) error.message = sentenceOf(error);
      return { error: Object.assign(new Error('invalid'), { validation: validate.errors }) };
    };
  };
}
