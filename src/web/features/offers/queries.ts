import type { OwnHelpOffer } from '../../../client/client.ts';
import { call, ifMatch, read } from '../../api.ts';
import { invitationKeys, noticeKeys, offerKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { pagedQuery } from '../../ui/paging.ts';
import type { OwnRecord } from '../profile/queries.ts';

export const offerRecord: OwnRecord<OwnHelpOffer> = {
  name: 'offer',
  load: () => read('get_help_offer', {}),
  save: (body, etag) => read('put_help_offer', { body, ...ifMatch(etag) }),
  affects: [noticeKeys.settings],
};

export const removeOffer: Change<void, unknown> = {
  run: () => call('delete_help_offer', {}),
  affects: [noticeKeys.settings],
};

/** People who offer to help the project. */
export const offersQuery = (pid: string, q: string) =>
  pagedQuery(offerKeys.list(pid, q), (query) =>
    call('list_help_offers', { path: { pid }, query: { ...query, ...(q !== '' && { q }) } }),
  );

type Invited = Awaited<ReturnType<typeof inviteOne>>;
const inviteOne = async (pid: string, tid: string, uid: string) =>
  (await call('invite_help_offers', { path: { pid, tid }, body: { uids: [uid] } })).data[0]?.outcome;

export const inviteOffering = (pid: string): Change<{ uid: string; tid: string }, Invited> => ({
  run: ({ uid, tid }) => inviteOne(pid, tid, uid),
  affects: [offerKeys.all(pid), invitationKeys.all(pid)],
});
