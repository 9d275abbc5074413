import { idPattern, maxPageSize, slugPattern } from '../../shared/limits.ts';
import type { Readable } from 'node:stream';
import type { Static, TOptional, TSchema, TSchemaOptions } from 'typebox';
import { languages } from '../../locales/catalogues.ts';
import { Type } from './type.ts';

/** One line of text without control characters. */
export const Line = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ maxLength, format: 'line', ...options });

/** A name that others see, also in mails: one line without a web address. */
export const Name = (options: TSchemaOptions = {}) => Type.String({ maxLength: 100, format: 'name', ...options });

/** Several lines of text. */
export const Text = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ maxLength, format: 'text', ...options });

export const Email = (options: TSchemaOptions = {}) =>
  Type.String({ minLength: 3, maxLength: 254, format: 'email_address', examples: ['ada@example.org'], ...options });

/** A language that has texts in `locales/`. */
export const Language = (options: TSchemaOptions = {}) => Type.Enum(languages, options);

export const Phone = () =>
  Type.String({
    maxLength: 40,
    pattern: '^(\\+[0-9][0-9 ().-]*)?$',
    description: 'In international format, beginning with `+`; stored as E.164.',
    examples: ['+886912345678'],
  });

export const Slug = (description: string, examples: string[]) =>
  Type.String({ pattern: `^${slugPattern}$`, maxLength: 64, description, examples });

export const Id = (description: string) =>
  Type.String({ pattern: `^${idPattern}$`, maxLength: 64, description, examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] });

export const Timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-15T09:30:00.000Z'] });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A `$ref` to a registered schema, with that schema's static type, so that the compiler checks what is returned. */
export function Ref<T extends TSchema>(schema: T) {
  if (!('$id' in schema)) throw new Error('Ref() needs a schema with an $id');
  return Type.Unsafe<Static<T>>({ $ref: schema.$id });
}

/** Does the same for a response that is streamed. */
export const StreamOf = (schema: TSchema) => Type.Unsafe<Readable>(Ref(schema));

/** Unknown fields are rejected, so that a misspelt field is not silently ignored. */
export const Shape = <P extends Record<string, TSchema>>(properties: P, options: TSchemaOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** What is different in the answer because it is translated for the reader. */
export const Originals = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Optional(
    Shape(allOptional(properties), {
      description: 'The originals of texts that are translated for the reader; left out if there are none.',
    }),
  );

/** The same properties, each of which may be left out. */
export const allOptional = <P extends Record<string, TSchema>>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [N in keyof P]: TOptional<P[N]>;
  };

/** One page of a list; `next` is the cursor of the following page. */
const pageFields = <T extends TSchema>(item: T) => ({
  data: Type.Array(item),
  next: Nullable(Type.String({ description: 'cursor of the next page; null on the last page' })),
});

export const Page = <T extends TSchema>(item: T) => Shape(pageFields(item));

/** A list that people want to know the length of. */
export const CountedPage = <T extends TSchema>(item: T) =>
  Shape({
    ...pageFields(item),
    total: Type.Optional(
      Type.Integer({ description: 'number of items on all pages; only on the first page', examples: [1] }),
    ),
  });

export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxPageSize, default: 50, description: 'maximum number of items' }),
  ),
  // Long enough for the longest name and the longest location in any script.
  cursor: Type.Optional(Line(3000, { description: '`next` of the previous page' })),
};

/** A response without a body. */
export const Empty = (description: string) => Type.Unsafe<void>({ type: 'null', description });

export type { Static, TSchema };
export { Type };

/** How mail is delivered, so that pages do not claim it was sent when it was written to a file. */
export const MailWay = () =>
  Type.Enum(['smtp', 'files'], {
    description: '`files`: email is written to the data folder instead of being sent.',
    examples: ['smtp'],
  });
