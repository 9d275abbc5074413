import { Id, Page, PageQuery, Ref, Shape } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';
import { Delivery } from '../../notices/delivery/delivery.schema.ts';
import { Notice } from '../../notices/notices.schema.ts';

export const ReceivedNotice = Shape(
  { notice: Ref(Notice), delivery: Ref(Delivery) },
  { $id: 'ReceivedNotice', description: 'What somebody got about a project, and whether it arrived.' },
);
export const ReceivedNoticePage = { ...Page(Ref(ReceivedNotice)), $id: 'ReceivedNoticePage' };

export const ReceivedNoticeParams = Shape({ pid: Pid, uid: Id('Identifier of the person.') });
export const ReceivedNoticeQuery = Shape(PageQuery);

export const receivedSchemas = [ReceivedNotice, ReceivedNoticePage];
export type ReceivedNotice = Static<typeof ReceivedNotice>;
