import type { NoticeSettings } from '../../../client/client.ts';
import { call, read } from '../../api.ts';
import { meKeys, noticeKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { pagedQuery } from '../../ui/paging.ts';
import type { OwnRecord } from '../profile/queries.ts';

/** Never taken from the cache as it is: others change things all the time. */
export const noticesQuery = {
  ...pagedQuery(noticeKeys.list, (query) => call('list_notices', { query })),
  staleTime: 0,
};

/** What somebody got about a project, for its organisers. */
export const receivedNoticesQuery = (pid: string, uid: string) => ({
  ...pagedQuery(
    noticeKeys.received(pid, uid),
    (query) => call('list_received_notices', { path: { pid, uid }, query }),
    20,
  ),
  staleTime: 0,
});

/** The list on the page keeps its marks, so that people see what is new; only the number in the header changes. */
export const markRead: Change<string, unknown> = {
  run: (upTo) => call('read_notices', { body: { up_to: upTo } }),
  affects: [meKeys.all],
};

export const noticeSettingsRecord: OwnRecord<NoticeSettings> = {
  name: 'notice-settings',
  load: () => read('get_notice_settings', {}),
  save: (body) => read('put_notice_settings', { body }),
  affects: [noticeKeys.settings],
};

/** The code is from the link of a mail and needs no session. */
export const unsubscribe = (code: string) => call('unsubscribe', { query: { code }, body: {} });
