import type { TranslationsTable } from '../../db/tables.ts';

type Kind = TranslationsTable['kind'];
type Found = { pid: string; kind: Kind; id: string; field: string; source: string; text: string };

/**
 * Translations by their originals, each only for its own project. Names and titles are translated wherever they are, apart from those
 * of announcements, which others than owners write: they could be titled like a form. Other texts are translated in their own
 * item only.
 */
export type Texts = ReadonlyMap<string, string>;

const keyIn = (pid: string, item: string, source: string): string => `${pid}\n${item}\n${source}`;
const anyItem = '';
const anyAnnouncement = 'announcement';

/** `whole`: of this kind, all texts were read. */
export function textsFrom(rows: readonly Found[], whole?: Kind): Texts {
  const texts = new Map<string, string>();
  for (const { pid, kind, id, field, source, text } of rows) {
    if (kind === whole) texts.set(keyIn(pid, id, source), text);
    if (field === 'name' || field === 'title')
      texts.set(keyIn(pid, kind === 'announcement' ? anyAnnouncement : anyItem, source), text);
  }
  return texts;
}

/** Where a text is. `item`: of the kind whose texts are all translated. */
export type Place = { pid: string; item?: string; announced?: boolean };

const textAt = (texts: Texts, { pid, item, announced = false }: Place, source: string): string =>
  (item === undefined ? undefined : texts.get(keyIn(pid, item, source))) ??
  (announced ? texts.get(keyIn(pid, anyAnnouncement, source)) : undefined) ??
  texts.get(keyIn(pid, anyItem, source)) ??
  source;

/** Where names and texts of organisers are in the answers of the API. */
const textKeys: ReadonlySet<string> = new Set([
  'name',
  'title',
  'label',
  'help',
  'description',
  'public_description',
  'briefing',
  'body',
  'team',
  'project',
  'project_name',
  'form_title',
  'kind_name',
]);
/** In the values of a notice these are titles, not identifiers. */
const noticeKeys: ReadonlySet<string> = new Set(['form', 'what']);
const isNotice = (key: string): boolean => key === 'values' || key === 'previous';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** `key`: what identifies an item. `fields`: where its texts are. */
type Items = { key: string; fields: readonly string[] };

/** A copy with the texts that are translated in place of their originals. Names of people stay. */
export function inLanguage<T>(value: T, texts: Texts, place: Place, { key, fields = [] }: Partial<Items> = {}): T {
  return translated(value, texts, { place, key, fields, inNotice: false }) as T;
}

type Where = { place: Place; key: string | undefined; fields: readonly string[]; inNotice: boolean };

function translated(value: unknown, texts: Texts, where: Where): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, texts, where));
  if (!isObject(value)) return value;
  const place = placeOf(value, where);
  const isPerson = 'uid' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (typeof one !== 'string') return [key, translated(one, texts, { ...where, place, inNotice: isNotice(key) })];
      const isText =
        (textKeys.has(key) && !(isPerson && key === 'name')) ||
        where.fields.includes(key) ||
        (where.inNotice && noticeKeys.has(key));
      return [key, isText ? textAt(texts, place, one) : one];
    }),
  );
}

function placeOf(value: Record<string, unknown>, { place, key }: Where): Place {
  const { pid, kind } = value;
  const item = key === undefined ? undefined : value[key];
  return {
    ...place,
    ...(typeof pid === 'string' ? { pid } : {}),
    ...(typeof item === 'string' ? { item } : {}),
    ...(kind === 'announcement' ? { announced: true } : {}),
  };
}

/** The same for what can be edited: it keeps the originals, as far as they differ, in `original`. */
export function withOriginals(item: unknown, texts: Texts, place: Place, items: Items): unknown {
  if (!isObject(item)) return item;
  const shown = inLanguage(item, texts, place, items);
  const original = items.fields.flatMap((field) =>
    JSON.stringify(shown[field]) === JSON.stringify(item[field]) ? [] : [[field, item[field]]],
  );
  return original.length === 0 ? shown : { ...shown, original: Object.fromEntries(original) };
}

/** The values of a key at any depth, such as the projects that an answer is about. */
export function valuesOfKey(value: unknown, key: string, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) valuesOfKey(item, key, found);
  else if (isObject(value))
    for (const [name, one] of Object.entries(value)) {
      if (name === key && typeof one === 'string') found.add(one);
      else valuesOfKey(one, key, found);
    }
  return found;
}
