import { Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import { OwnWaiting } from '../waiting/waiting.schema.ts';

export const AwaitedTask = Shape(
  {
    id: Type.String({ description: 'Identifier of the task.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
    timezone: Type.String({ description: 'Time zone of the project.', examples: ['Asia/Taipei'] }),
    title: Type.String({ examples: ['Registration desk'] }),
    starts_at: Timestamp('When it begins.'),
    ends_at: Timestamp('When it ends.'),
    asked: Type.Boolean({ description: 'Whether organisers asked the caller to help and are waiting for an answer.' }),
    requested: Type.Boolean({ description: "Whether the caller's request for a place is open." }),
    waiting: Nullable(OwnWaiting),
  },
  { $id: 'AwaitedTask' },
);

export const AwaitedTaskPage = { ...Page(Ref(AwaitedTask)), $id: 'AwaitedTaskPage' };
export const AwaitedTaskQuery = Shape(PageQuery);

export const awaitedTaskSchemas = [AwaitedTask, AwaitedTaskPage];
