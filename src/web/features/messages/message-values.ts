import { mergeFields } from '../../../shared/merge-fields.ts';
import type { MergeField } from '../../../shared/merge-fields.ts';
import type { Message, MessageAudience } from '../../../client/client.ts';
import { fromZonedInput, toZonedInput } from '../../../locales/format/zoned-time.ts';
import { audienceOf, isNobody, valuesOfAudience } from './audience.ts';
import type { AudienceValues } from './audience.ts';

export type MessageValues = {
  audience: AudienceValues;
  subject: string;
  body: string;
  /** Whether answers go to the sender's own address. */
  replies: boolean;
  /** Local time of the event; empty: at once. */
  send_at: string;
};

export type MessageBody = {
  audience: MessageAudience;
  subject: string;
  body: string;
  reply_to: string | null;
  send_at: string | null;
};

export const maxSubject = 150;

export const valuesOf = (message: Message, timezone: string): MessageValues => ({
  audience: valuesOfAudience(message.audience),
  subject: message.subject,
  body: message.body,
  replies: message.reply_to !== null,
  send_at: toZonedInput(message.send_at, timezone),
});

export const bodyOf = (values: MessageValues, own: { email: string; timezone: string }): MessageBody => ({
  audience: audienceOf(values.audience),
  subject: values.subject.trim(),
  body: values.body,
  reply_to: values.replies ? own.email : null,
  send_at: fromZonedInput(values.send_at, own.timezone),
});

/** For those who read the message later: what its fields stood for, in brackets. */
export const withFieldNames = (text: string, nameOf: (field: MergeField) => string): string =>
  text
    // A link to a field has no target; its text stays.
    .replaceAll(/\]\(\{\{[^{}]*\}\}\)/g, ']')
    .replaceAll(/\{\{([^{}]*)\}\}/g, (whole, name: string) => {
      const field = mergeFields.find((one) => one === name.trim());
      return field === undefined ? whole : `[${nameOf(field)}]`;
    });

/** Finds a word that looks like a field but stays as it is, because it is in single braces: `{name}`. */
export const wordInSingleBraces = (...texts: string[]): string | undefined =>
  texts.map((text) => /(?<!\{)\{ ?[\p{L}_]{1,30} ?\}(?!\})/u.exec(text)?.[0]).find((word) => word !== undefined);

type Texts = Record<'audience' | 'subject' | 'body' | 'unknownField', string>;

export function problemsOf({ audience, subject, body }: MessageValues, texts: Texts): Record<string, string> {
  const unknown = [...body.matchAll(/\{\{([^{}]*)\}\}/g)].find(
    ([, name = '']) => !mergeFields.some((field) => field === name.trim()),
  );
  return {
    ...(isNobody(audience) ? { audience: texts.audience } : {}),
    ...(subject.trim() === '' ? { subject: texts.subject } : {}),
    ...(body.trim() === '' ? { body: texts.body } : {}),
    ...(unknown === undefined ? {} : { body: texts.unknownField }),
  };
}
