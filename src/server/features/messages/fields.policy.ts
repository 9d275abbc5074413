import { fail, failField } from '../../errors.ts';

/** What a message can say differently to each person: `{{name}}` in its text. */
export const mergeFields = ['name', 'team', 'next_task', 'missing_forms', 'link', 'hours', 'certificate'] as const;
export type MergeField = (typeof mergeFields)[number];
export type FieldValues = Readonly<Record<MergeField, string>>;

/** Only owners see how many hours people have. */
const forOwners: readonly MergeField[] = ['hours', 'certificate'];

/** Blanks around the name are removed afterwards: looking for them here takes hours for a text full of blanks. */
const placeholder = /\{\{([^{}]*)\}\}/g;
const isField = (name: string): name is MergeField => mergeFields.some((field) => field === name);

/** The fields that a text uses. A field that does not exist is an error at the pointer. */
export function fieldsIn(text: string, pointer = '/body'): ReadonlySet<MergeField> {
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name.trim());
  const unknown = names.find((name) => !isField(name));
  if (unknown !== undefined) failField(pointer, `{{${unknown}}} is not one of ${mergeFields.join(', ')}`);
  return new Set(names.filter(isField));
}

/** The fields that a text uses, if the author may use them. */
export function fieldsFor({ owner }: { owner: boolean }, text: string): ReadonlySet<MergeField> {
  const used = fieldsIn(text);
  const refused = owner ? undefined : forOwners.find((field) => used.has(field));
  return refused === undefined ? used : fail('forbidden', { detail: `Only owners can use {{${refused}}}` });
}

/** One pass, so that a value with braces stays as it is. */
export const fillIn = (
  text: string,
  values: FieldValues,
  escape: (value: string) => string = (value) => value,
): string =>
  text.replaceAll(placeholder, (whole, typed: string) => {
    const name = typed.trim();
    return isField(name) ? escape(values[name]) : whole;
  });

/** CommonMark shows any punctuation after a backslash as it is. */
export const escapeMarkdown = (value: string): string =>
  value.replaceAll(/\s+/g, ' ').replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
