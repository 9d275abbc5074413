import { Page, PageQuery, Ref, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const LeftProject = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    name: Type.String({ examples: ['Summer Camp 2026'] }),
    helped: Type.Boolean({
      description: 'Whether the caller was or is on a task there, or has work without a task.',
      examples: [true],
    }),
    worked: Type.Boolean({ description: 'Whether the caller has work without a task.', examples: [false] }),
    forms: Type.Array(
      Shape({ form: Type.String({ examples: ['shirt'] }), title: Type.String({ examples: ['Shirt size'] }) }),
      { description: 'Forms that the caller answered.' },
    ),
  },
  { $id: 'LeftProject' },
);
export const LeftProjectPage = { ...Page(Ref(LeftProject)), $id: 'LeftProjectPage' };
export const LeftProjectsQuery = Shape(PageQuery);

export const leftProjectSchemas = [LeftProject, LeftProjectPage];
export type LeftProject = Static<typeof LeftProject>;
