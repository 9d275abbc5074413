import { Pid } from '../../../auth/project-role.ts';
import { Id, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { AuditRecord } from '../../audit/audit.schema.ts';
import { ReceivedNotice } from '../received/received.schema.ts';

export const TimelineItem = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    at: Timestamp('When it happened.'),
    event: Nullable(Ref(AuditRecord)),
    received: Nullable(Ref(ReceivedNotice)),
  },
  { $id: 'TimelineItem', description: 'Something that happened to a person, or that they were sent: one of the two.' },
);
export const TimelinePage = { ...Page(Ref(TimelineItem)), $id: 'TimelinePage' };
export const TimelineParams = Shape({ pid: Pid, uid: Id('Identifier of the person.') });
export const TimelineQuery = Shape(PageQuery);

export const timelineSchemas = [TimelineItem, TimelinePage];
export type TimelineItem = Static<typeof TimelineItem>;
