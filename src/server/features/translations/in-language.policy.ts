/** Translations by their originals. */
export type Texts = ReadonlyMap<string, string>;

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

/** A copy with the texts that are translated in place of their originals. Names of people stay. */
export function inLanguage<T>(value: T, texts: Texts): T {
  return translated(value, texts, false) as T;
}

function translated(value: unknown, texts: Texts, inNotice: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, texts, inNotice));
  if (!isObject(value)) return value;
  const isPerson = 'uid' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (typeof one !== 'string') return [key, translated(one, texts, isNotice(key))];
      const isText = (textKeys.has(key) && !(isPerson && key === 'name')) || (inNotice && noticeKeys.has(key));
      return [key, isText ? (texts.get(one) ?? one) : one];
    }),
  );
}

/** The same for what can be edited: it keeps the originals, as far as they differ, in `original`. */
export function withOriginals(item: unknown, texts: Texts, fields: readonly string[]): unknown {
  if (!isObject(item)) return item;
  const shown = inLanguage(item, texts);
  const original = fields.flatMap((field) =>
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
