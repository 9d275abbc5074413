import { fail, failField } from '../../errors.ts';
import { fieldsForOwners, mergeFields } from '../../../shared/merge-fields.ts';
import type { MergeField } from '../../../shared/merge-fields.ts';

/** The values as text, and the forms as links as well. */
export type FieldValues = Readonly<Record<MergeField, string>> & { readonly forms: FormLinks };
export type FormLinks = Readonly<Record<'titles' | 'markdown' | 'html', string>>;

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
  const refused = owner ? undefined : fieldsForOwners.find((field) => used.has(field));
  return refused === undefined ? used : fail('forbidden', { detail: `Only owners can use {{${refused}}}` });
}

/** One pass, so that a value with braces stays as it is. */
export const fillIn = (
  text: string,
  values: Readonly<Record<MergeField, string>>,
  inLabels: Partial<Record<MergeField, string>> = {},
): string =>
  text.replaceAll(placeholder, (whole, typed: string, at: number) => {
    const name = typed.trim();
    if (!isField(name)) return whole;
    const inLabel = inLabels[name];
    const isLabel =
      inLabel !== undefined && /^[^[\]\n]{0,200}\]\(/.test(text.slice(at + whole.length, at + whole.length + 202));
    return isLabel ? inLabel : values[name];
  });

/** Values are shown as they are, except for the forms, which are links unless they are in the text of another link. */
export function fillInMarkdown(text: string, values: FieldValues): string {
  const escaped = Object.fromEntries(mergeFields.map((field) => [field, escapeMarkdown(values[field])])) as Record<
    MergeField,
    string
  >;
  const missing_forms = escapeMarkdown(values.forms.titles);
  return fillIn(text, { ...escaped, missing_forms: values.forms.markdown }, { missing_forms });
}

/** CommonMark shows any punctuation after a backslash as it is. */
export const escapeMarkdown = (value: string): string =>
  value.replaceAll(/\s+/g, ' ').replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
