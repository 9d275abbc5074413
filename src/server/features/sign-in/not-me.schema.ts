import { Line, Shape } from '../../lib/schema.ts';

export const NotMeInput = Shape(
  { code: Line(200, { minLength: 1, description: 'The part of the link after `#code=`.' }) },
  { $id: 'NotMeInput' },
);

export const notMeSchemas = [NotMeInput];
