import { Line, Nullable, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

export const ScreenTask = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    title: Type.String({ examples: ['Registration desk'] }),
    team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
    place: Nullable(Type.String({ description: 'Name of the location.', examples: ['Main hall'] })),
    starts_at: Timestamp('When it starts.'),
    ends_at: Timestamp('When it ends.'),
    expected: count('People with a place who have neither left nor been marked as missing.', 4),
    arrived: count('How many of them have come.', 3),
    missing: count(
      'How many of them have not come although the task has begun, without those who got their place in the last 15 minutes.',
      1,
    ),
    open: count('Number of people still needed.', 0),
  },
  { $id: 'ScreenTask' },
);

export const Screen = Shape(
  {
    at: Timestamp('The time of the server.'),
    project: Shape({
      name: Type.String({ examples: ['Summer Camp 2026'] }),
      timezone: Type.String({ examples: ['Asia/Taipei'] }),
    }),
    tasks: Type.Array(Ref(ScreenTask), { description: 'By start time; at most 60.' }),
  },
  { $id: 'Screen', description: 'Content of a screen. Contains no names.' },
);

export const ScreenParams = Shape({
  screen: Line(100, {
    description: "The last part of the screen's address.",
    examples: ['mss_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjk_1a2b3c4d'],
  }),
});

export const screenSchemas = [ScreenTask, Screen];
export type Screen = Static<typeof Screen>;
