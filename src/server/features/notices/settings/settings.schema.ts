import { mailKinds, pushKinds } from '../../../../shared/notice-kinds.ts';
import type { NoticeKind } from '../../../../shared/notice-kinds.ts';
import { Line, Nullable, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

const ClockTime = (description: string, example: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', maxLength: 5, description, examples: [example] });

const perKind = (kinds: readonly NoticeKind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, Type.Optional(Type.Boolean())]));

const fields = {
  mail: Shape(perKind(mailKinds), {
    description: "Which kinds of notices are sent by email. Security notices can't be turned off.",
    examples: [{ 'task.reminder': false }],
  }),
  push: Shape(perKind(pushKinds), {
    description:
      'Which kinds of notices are sent as browser notifications (`/me/push-subscriptions`). Security notices ' +
      "can't be turned off.",
    examples: [{ 'form.opened': true }],
  }),
  digest: Type.Enum(['off', 'daily', 'weekly'], {
    description:
      "When to send a digest of notices that don't change your own plan: at 8:00 every day or every Monday. " +
      '`off`: they are only listed.',
    examples: ['daily'],
  }),
  quiet_hours: Nullable(
    Shape(
      {
        from: ClockTime('When they begin.', '22:00'),
        to: ClockTime('When they end; the next day if it is not after `from`.', '07:00'),
      },
      {
        description:
          'No emails or notifications in these hours, except security notices and notices about a task that starts before they end.',
      },
    ),
  ),
  timezone: Nullable(
    Line(64, {
      description: "IANA time zone of the quiet hours and the digest; null: the project's time zone.",
      examples: ['Asia/Taipei'],
    }),
  ),
};

export const NoticeSettings = Shape(fields, { $id: 'NoticeSettings' });
/** Kinds that are left out get their default. */
export const NoticeSettingsInput = Shape({
  mail: fields.mail,
  push: Type.Optional(fields.push),
  digest: fields.digest,
  quiet_hours: fields.quiet_hours,
  timezone: Type.Optional(fields.timezone),
});

export const settingsSchemas = [NoticeSettings];

type Fields = Static<typeof NoticeSettings>;
export type NoticeSettings = Omit<Fields, 'mail' | 'push'> & {
  mail: Record<string, boolean>;
  push: Record<string, boolean>;
};
export type NoticeSettingsInput = Static<typeof NoticeSettingsInput>;
