import { Line, Shape, Type } from '../../lib/schema.ts';

export const ProblemDocument = Shape(
  {
    type: Type.String({ examples: ['/api/errors#invalid_input'] }),
    title: Type.String({ examples: ['The input is not valid'] }),
    status: Type.Integer({ examples: [400] }),
    detail: Type.String({ examples: ['The body is not valid: /name must not be longer than 100'] }),
    code: Type.String({ description: 'Stable; one of those listed at /api/errors.', examples: ['invalid_input'] }),
    names: Type.Optional(
      Type.Array(Type.String({ examples: ['First aid'] }), {
        description:
          'Names that explain the error, such as missing skills, or tasks that overlap or leave too little rest.',
      }),
    ),
    minutes: Type.Optional(
      Type.Integer({
        description: 'The limit of the rule: the longest time without a break, or the shortest rest.',
        examples: [240],
      }),
    ),
    kind: Type.Optional(
      Type.String({ description: 'Name of the kind of task whose rule it is.', examples: ['Kitchen'] }),
    ),
    people: Type.Optional(
      Type.Array(
        Shape({
          uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
          name: Type.String({ examples: ['Mia Sato'] }),
          tasks: Type.Array(Type.String({ examples: ['Hand out badges'] }), {
            description: 'Titles of their conflicting tasks, if the caller can see them.',
          }),
        }),
        { description: "Attendees who can't stay on the changed task, at most 100." },
      ),
    ),
    documents: Type.Optional(
      Type.Array(
        Shape({
          id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
          title: Type.String({ examples: ['Code of conduct'] }),
          page: Type.String({
            description: 'Path of the page where the person can sign it.',
            examples: ['/projects/2026/documents/01jd0c8m3v5q2w7x9y1z4b6n8k'],
          }),
        }),
        { description: 'Documents that the person has to sign first.' },
      ),
    ),
    errors: Type.Optional(
      Type.Array(
        Shape({
          pointer: Line(500, { description: 'JSON pointer to the field.', examples: ['/name'] }),
          detail: Type.String({ examples: ['must not be longer than 100'] }),
        }),
      ),
    ),
    request_id: Type.String({ description: 'Identifies the request in the log.', examples: ['3k9d7m2p4q8r1s5t'] }),
  },
  { $id: 'Problem' },
);

export const ErrorCatalogue = Shape(
  {
    data: Type.Array(
      Shape({
        code: Type.String({ examples: ['not_found'] }),
        status: Type.Integer({ examples: [404] }),
        title: Type.String({ examples: ['The resource was not found'] }),
      }),
    ),
  },
  { $id: 'ErrorCatalogue' },
);

export const DocumentQuery = Shape({
  for: Type.Optional(
    Type.Enum(['service_accounts'], {
      description: 'Only what service accounts and limited tokens can call, and the published interface.',
      examples: ['service_accounts'],
    }),
  ),
});

export const docsSchemas = [ProblemDocument, ErrorCatalogue];
