import { badValues } from '../support/bad-input.ts';
import type { Json } from '../support/bad-input.ts';
import type { World } from '../support/world/world-types.ts';
import type { Random } from './random.ts';

/** Possible values for a parameter or field name, from the caller's own world and a foreign one. */
export type Pool = Record<string, readonly string[]>;

export function poolOf(own: World, foreign: World, emails: readonly string[]): Pool {
  const both = (name: Exclude<keyof World, 'headers'>) => [own[name], own[name], foreign[name]];
  const things = [
    'series',
    'step',
    'announcement',
    'allocation',
    'message',
    'work',
    'handOut',
    'loan',
    'codeList',
    'device',
  ] as const;
  const connections = ['channel', 'webhook', 'delivery', 'account', 'place'] as const;
  const people = [...both('uid'), ...both('caller'), 'unknown'];
  const projects = [...both('pid'), `${own.pid}-b`, 'unknown'];
  return {
    pid: projects,
    project: projects,
    copy_from: projects,
    tid: [...both('tid'), 'others', 'gone', 'unknown'],
    uid: people,
    actor: people,
    subject: people,
    owner: people,
    id: [
      ...both('task'),
      ...both('task'),
      ...both('token'),
      ...both('session'),
      ...[...things, ...connections].flatMap(both),
      'unknown',
    ],
    task: [...both('task'), 'unknown'],
    place: [...both('place'), 'unknown'],
    number: [...both('number'), 'unknown'],
    screen: [...both('screen'), 'unknown'],
    delivery: [...both('delivery'), 'unknown'],
    hand_out: [...both('handOut'), ...both('loan'), 'unknown'],
    given: [...both('given'), 'unknown'],
    thing: [...both('thing'), 'unknown'],
    listed: [...both('listed'), 'unknown'],
    form: [...both('form'), 'secrets', 'draft', 'unknown'],
    location: [...both('location'), 'unknown'],
    email: [...emails, 'nobody@example.org'],
    token: [own.token, foreign.token, 'link_unknown'],
  };
}

export type Context = { random: Random; pool: Pool; resolve: (schema: Json) => Json };

const someText = [
  '',
  ' ',
  'Ada',
  '王小明',
  'e\u0301',
  '😀'.repeat(20),
  'İ',
  'ﬀ',
  '=1+1',
  '%s%n',
  '<b>x</b>',
  '[x](javascript:alert(1))',
  'x\r\nx-injected: 1',
  '${7*7}{{7*7}}',
  "'; drop table people; --",
  '../../etc/passwd',
  'http://127.0.0.1:1/',
  'null',
  '\u202eabc',
  'a'.repeat(101),
  '-1',
  '1e3',
  '٣',
] as const;

const someNumbers = [0, -0, 1, -1, 2, 3, 100, 0.1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e21, 1e308] as const;

type Schema = Json & {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  items?: Json;
  properties?: Record<string, Json>;
  required?: string[];
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  format?: string;
};

/** Days at the ends of what engines, time zones and `Date` can hold. */
const edges = ['0001-01-01', '1969-12-31', '2999-12-31', '9999-12-31'] as const;
const dates = ['2026-07-01', '2026-12-31', '1990-12-10', '2027-01-01', '2024-02-29', '2026-02-30', ...edges] as const;
const moments = [
  '2026-07-02T09:00:00Z',
  '2026-07-02T11:00:00+08:00',
  '2026-07-02T10:00:00.123Z',
  '1969-12-31T23:59:59Z',
  '2999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-23:59',
] as const;

/** Mostly valid values, so that the code behind the validation is reached. */
export function valueFor(schema: Json, name: string, context: Context): unknown {
  const { random, resolve, pool } = context;
  const shape = resolve(schema) as Schema;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return random.chance(0.95) ? random.pick(shape.enum) : 'other';
  if (shape.anyOf !== undefined) return valueFor(random.pick(shape.anyOf), name, context);
  const known = pool[name];
  if (known !== undefined && random.chance(0.85)) return random.pick(known);
  if (shape.examples !== undefined && random.chance(0.4)) return random.pick(shape.examples);
  const type = Array.isArray(shape.type) ? random.pick(shape.type) : shape.type;
  if (type === 'string') return stringFor(shape, random);
  if (type === 'integer' || type === 'number') return numberFor(shape, random);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  if (type === 'array') {
    const items = Array.from({ length: random.below(4) }, () => valueFor(shape.items ?? {}, name, context));
    return random.chance(0.02) ? Array.from({ length: (shape.maxItems ?? 200) + 1 }, () => items[0] ?? 'x') : items;
  }
  return objectFor(shape, context);
}

function stringFor({ format, maxLength = 100 }: Schema, random: Random): string {
  if (format === 'date') return random.pick(dates);
  if (format === 'date-time') return random.pick(moments);
  if (random.chance(0.05)) return 'x'.repeat(maxLength + random.below(2));
  return random.pick(someText);
}

function numberFor({ minimum = 0, maximum = 1000 }: Schema, random: Random): number {
  if (random.chance(0.2)) return random.pick(someNumbers);
  return random.pick([minimum, maximum, minimum + random.below(Math.min(maximum - minimum, 1000) + 1)]);
}

function objectFor({ properties = {}, required = [] }: Schema, context: Context): Json {
  const names = Object.keys(properties).filter((name) => required.includes(name) || context.random.chance(0.5));
  return Object.fromEntries(names.map((name) => [name, valueFor(properties[name] ?? {}, name, context)]));
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const oddKeys = ['__proto__', 'constructor', 'prototype', 'toString', '', ' ', 'a.b', '$where', '王', '0'] as const;

/** A copy with one change: a value replaced, removed, added, or nested one level deeper. */
export function mutate(value: unknown, context: Context): unknown {
  const { random } = context;
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.below(value.length);
    const list = value.map((one: unknown, i) => (i === at ? mutate(one, context) : one));
    return random.chance(0.2) ? [...list, ...list] : list;
  }
  if (isObject(value) && Object.keys(value).length > 0 && random.chance(0.85)) return mutateObject(value, context);
  if (random.chance(0.1)) return [value];
  return random.pick([...badValues, ...someText, ...someNumbers]);
}

function mutateObject(object: Json, context: Context): Json {
  const { random } = context;
  const names = Object.keys(object);
  const name = random.pick(names);
  const kind = random.below(10);
  if (kind === 0) return Object.fromEntries(Object.entries(object).filter(([one]) => one !== name));
  if (kind === 1) {
    // fromEntries defines __proto__ as an own field; an assignment would not appear in the JSON.
    return Object.fromEntries([...Object.entries(object), [random.pick(oddKeys), random.pick([{ polluted: 1 }, 1])]]);
  }
  // Field names of other request bodies, which must not be accepted here.
  if (kind === 2) return { ...object, [random.pick(privileged)]: random.pick([true, 'owner', '2026-01-01T00:00:00Z']) };
  return { ...object, [name]: mutate(object[name], context) };
}

const privileged = [
  'role',
  'roles',
  'administrator',
  'administrator_since',
  'suspended_at',
  'uid',
  'owners',
  'revision',
  'disabled_at',
  'created_by',
  'member_count',
] as const;
