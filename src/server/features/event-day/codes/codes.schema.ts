import { Id, Line, Ref, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const Svg = () =>
  Type.String({
    description: 'The QR code as an SVG picture.',
    examples: ['<svg xmlns="http://www.w3.org/2000/svg"/>'],
  });

export const PersonalCode = Shape(
  {
    code: Type.String({
      description: 'Content of the QR code: project, person and an Ed25519 signature.',
      examples: ['muster:2026:01jd0c8m3v5q2w7x9y1z4b6n8k:c2lnbmF0dXJl'],
    }),
    svg: Svg(),
  },
  { $id: 'PersonalCode' },
);

export const PlaceCode = Shape(
  {
    place: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Main hall'] }),
    link: Type.String({
      description: 'Where people check themselves in.',
      examples: ['https://muster.example.org/check-in/2026/01jd0c8m3v5q2w7x9y1z4b6n8k#c2lnbmF0dXJl'],
    }),
    svg: Svg(),
  },
  { $id: 'PlaceCode' },
);
export const PlaceCodes = Shape({ data: Type.Array(Ref(PlaceCode)) }, { $id: 'PlaceCodes' });

export const CheckIn = Shape(
  { code: Line(100, { minLength: 1, description: 'The part of the link after `#`.', examples: ['c2lnbmF0dXJl'] }) },
  { $id: 'CheckIn' },
);
export const CheckedIn = Shape(
  {
    task: Type.String({ description: 'Identifier of the task.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    title: Type.String({ examples: ['Registration desk'] }),
    place: Type.String({ description: 'Name of the location.', examples: ['Main hall'] }),
    repeated: Type.Boolean({ description: 'Whether the person had checked in before.' }),
  },
  { $id: 'CheckedIn' },
);

export const CodeParams = Shape({ pid: Pid });
export const PlaceCodeParams = Shape({ pid: Pid, place: Id('Identifier of the location.') });
export const codeSchemas = [PersonalCode, PlaceCode, PlaceCodes, CheckIn, CheckedIn];

export type PersonalCode = Static<typeof PersonalCode>;
export type PlaceCode = Static<typeof PlaceCode>;
export type CheckedIn = Static<typeof CheckedIn>;
