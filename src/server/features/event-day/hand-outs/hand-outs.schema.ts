import { Id, Line, Nullable, Page, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const name = Line(100, { minLength: 1, examples: ['Shirt M'] });

const audience = Shape(
  {
    everyone: Type.Optional(Type.Boolean({ enum: [true], description: 'Everyone in the project.' })),
    tids: Type.Optional(
      Type.Array(Slug('Team.', ['venue']), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'People of these teams.',
      }),
    ),
    form: Type.Optional(Slug('People who have answered this form.', ['shirts'])),
    field: Type.Optional(Line(64, { minLength: 1, description: 'The question in this form.', examples: ['size'] })),
    values: Type.Optional(
      Type.Array(Line(200, { minLength: 1 }), {
        minItems: 1,
        maxItems: 50,
        description: 'With one of these answers.',
        examples: [['m']],
      }),
    ),
  },
  { minProperties: 1, description: 'Exactly one of `everyone`, `tids` and `form`.', examples: [{ tids: ['venue'] }] },
);

export const HandOutAudience = { ...audience, $id: 'HandOutAudience' };

export const HandOut = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name,
    audience: Ref(HandOutAudience),
    given: Type.Integer({ minimum: 0, description: 'Number handed out.', examples: [42] }),
  },
  { $id: 'HandOut' },
);
export const HandOuts = Shape({ data: Type.Array(Ref(HandOut)) }, { $id: 'HandOuts' });
export const NewHandOut = Shape({ name, audience }, { $id: 'NewHandOut' });
export const HandOutChanges = Shape(
  { name: Type.Optional(name), audience: Type.Optional(audience) },
  { $id: 'HandOutChanges', minProperties: 1 },
);

export const GivenHandOut = Shape(
  {
    id: Type.String({ examples: ['2026 3f0d4c9e-6f0b-4a53-9d58-1e2b6f7a8c90'] }),
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    given_at: Timestamp('When it was handed out.'),
    device: Nullable(Type.String({ description: 'Name of the device.', examples: ['Main entrance'] })),
    reason: Type.String({
      description: "Reason for giving it to somebody who wasn't entitled to it or already had one.",
    }),
  },
  { $id: 'GivenHandOut' },
);
export const GivenHandOutPage = { ...Page(Ref(GivenHandOut)), $id: 'GivenHandOutPage' };

export const HandOutsParams = Shape({ pid: Pid });
export const HandOutParams = Shape({ pid: Pid, id: Id('Identifier of the hand-out.') });
export const GivenParams = Shape({
  pid: Pid,
  id: Id('Identifier of the hand-out.'),
  given: Line(140, { description: '`id` of the entry.', examples: ['2026 3f0d4c9e-6f0b-4a53-9d58-1e2b6f7a8c90'] }),
});
export const GivenQuery = Shape(PageQuery);

export const handOutSchemas = [
  HandOutAudience,
  HandOut,
  HandOuts,
  NewHandOut,
  HandOutChanges,
  GivenHandOut,
  GivenHandOutPage,
];
export type HandOut = Static<typeof HandOut>;
export type HandOutAudience = Static<typeof audience>;
export type NewHandOut = Static<typeof NewHandOut>;
export type HandOutChanges = Static<typeof HandOutChanges>;
