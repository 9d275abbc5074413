import { Nullable, Shape, Timestamp, Type } from '../../lib/schema.ts';

/** What is held about a person on event days, in their export. */
export const exportedEventDay = {
  work: Type.Array(
    Shape({
      pid: Type.String({ examples: ['2026'] }),
      tid: Nullable(Type.String({ examples: ['venue'] })),
      title: Type.String({ examples: ['Fetched the tables'] }),
      starts_at: Timestamp('When it began.'),
      ends_at: Timestamp('When it ended.'),
      state: Type.String({ examples: ['approved'] }),
      reason: Type.String({ description: 'Why it was declined.' }),
      created_at: Timestamp('When it was entered.'),
    }),
    { description: 'Work without a task.' },
  ),
  scans: Type.Array(
    Shape({
      pid: Type.String({ examples: ['2026'] }),
      task: Nullable(Type.String()),
      step: Type.String({ examples: ['arrive'] }),
      at: Timestamp('When it was scanned.'),
      result: Type.String({ examples: ['accepted'] }),
    }),
    { description: 'Scans at the desk, kept for 30 days.' },
  ),
  on_site: Type.Array(
    Shape({ pid: Type.String({ examples: ['2026'] }), since: Timestamp('When they came in at the gate.') }),
    { description: 'Where they are on site, kept for 30 days.' },
  ),
  roll_calls: Type.Array(
    Shape({
      pid: Type.String({ examples: ['2026'] }),
      state: Type.String({ examples: ['present'] }),
      at: Timestamp('When it was ticked.'),
    }),
    { description: 'Ticks in roll calls, kept for 30 days.' },
  ),
  hand_outs: Type.Array(
    Shape({
      pid: Type.String({ examples: ['2026'] }),
      name: Type.String({ examples: ['Shirt'] }),
      variant: Type.Array(Type.String({ examples: ['M'] }), { description: 'The answers that name the variant.' }),
      given_at: Timestamp('When it was handed out.'),
      reason: Type.String({ description: "Reason for giving it to somebody who wasn't entitled to it." }),
    }),
  ),
  hand_out_codes: Type.Array(
    Shape({
      pid: Type.String({ examples: ['2026'] }),
      name: Type.String({ examples: ['Ticket'] }),
      code: Type.String({ examples: ['CAMP-7K3M-9Q2W'] }),
      assigned_at: Nullable(Timestamp('When they got it.')),
    }),
    { description: 'Codes from lists, kept until 30 days after the event.' },
  ),
  loans: Type.Array(
    Shape({
      pid: Type.String({ examples: ['2026'] }),
      hand_out: Type.String({ examples: ['Radio'] }),
      label: Type.String({ examples: ['Radio 17'] }),
      lent_at: Timestamp('When they borrowed it.'),
      returned_at: Nullable(Timestamp('When it came back.')),
      condition: Nullable(Type.String({ description: 'How it came back.', examples: ['ok'] })),
    }),
  ),
};
