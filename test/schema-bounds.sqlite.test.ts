import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import type { Call } from './support/app.ts';
import { bodySchemas } from './support/bad-input.ts';
import type { Json } from './support/bad-input.ts';
import { operationsOf, requestIn } from './support/operations.ts';
import { createWorld } from './support/world/create-world.ts';

const muster = useApp();

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A pattern from beginning to end without repetition limits the length, too. */
const isFixed = (pattern: unknown): boolean => typeof pattern === 'string' && /^\^[^*+]*\$$/.test(pattern);

/** Places in a schema where a value may be as large as the body allows. */
function unbounded(schema: Json, resolve: (one: Json) => Json, place: string): string[] {
  const one = resolve(schema);
  const {
    properties = {},
    items,
    anyOf = [],
    oneOf = [],
  } = one as { properties?: Json; items?: unknown } & Record<'anyOf' | 'oneOf', Json[] | undefined>;
  const is = (type: string): boolean => [one['type']].flat().includes(type);
  const here = [
    ...(is('array') && !('maxItems' in one) ? [`${place} has no maxItems`] : []),
    ...(is('object') && one['additionalProperties'] !== false && !('maxProperties' in one)
      ? [`${place} has no maxProperties`]
      : []),
    ...(is('string') && !('maxLength' in one) && !('enum' in one) && !isFixed(one['pattern'])
      ? [`${place} has no maxLength`]
      : []),
  ];
  const inside = [
    ...Object.entries(isObject(properties) ? properties : {}).map(
      ([name, value]) => [`${place}/${name}`, value] as const,
    ),
    ...(isObject(items) ? [[`${place}/*`, items] as const] : []),
    ...[...anyOf, ...oneOf].map((value) => [place, value] as const),
  ];
  return [...here, ...inside.flatMap(([name, value]) => (isObject(value) ? unbounded(value, resolve, name) : []))];
}

test('every list, map and text in every request has a limit', () => {
  const { resolve, schemaOf } = bodySchemas(muster);
  const operations = operationsOf(muster);
  const bodies = operations.flatMap((operation) => {
    const schema = schemaOf(operation);
    return schema === undefined ? [] : unbounded(schema, resolve, operation.operationId);
  });
  const parameters = operations.flatMap(({ operationId, parameters: list }) =>
    list
      .filter((one) => one.in !== 'header')
      .flatMap(({ name, schema }) =>
        schema === undefined ? [] : unbounded(schema, resolve, `${operationId}?${name}`),
      ),
  );
  expect([...bodies, ...parameters]).toEqual([]);
});

const wrongFields = `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`).join(',')}}`;

test('a large invalid body is refused with few errors, a small one with all of them', async () => {
  const world = await createWorld(muster, 'owner');
  const headers = { ...world.headers, 'content-type': 'application/json' };
  for (const operation of operationsOf(muster).filter(({ body }) => body !== undefined)) {
    const request = { ...requestIn(world, operation), headers, payload: wrongFields };
    const answer = await muster.app.inject(request as Call);
    const { errors = [] } = answer.json();
    // Routes open to visitors take much smaller bodies, and some are for administrators only.
    expect([operation.operationId, [400, 403, 413].includes(answer.statusCode)]).toEqual([operation.operationId, true]);
    expect(errors.length).toBeLessThan(20);
    expect(answer.body.length).toBeLessThan(5000);
  }
  const payload = { name: 7, intro: 7, listing: 'x', other: 1 };
  const small = await muster.call({ method: 'PUT', url: '/api/me/profile', headers: world.headers, payload });
  const pointers = small.json().errors.map(({ pointer }: { pointer: string }) => pointer);
  expect(new Set(pointers)).toEqual(
    new Set(['/name', '/intro', '/listing', '/other', '/resume_public', '/history_public']),
  );
});
