import { queryOptions } from '@tanstack/react-query';
import type { OwnConsent, PassedOn } from '../../../../client/client.ts';
import { call } from '../../../api.ts';
import { answerKeys, consentKeys, disclosureKeys, meKeys } from '../../../keys.ts';
import { recordedRead } from '../../../query-client.ts';
import type { Change } from '../../../ui/change.ts';
import type { Download } from '../../../ui/download.tsx';
import { loadAll } from '../../../ui/paging.ts';
import type { DisclosedKind } from './agreement.ts';

/** Every read is recorded with the people concerned, so it is made only when somebody asks, and never repeated. */
export const disclosureQuery = (pid: string, form: string, kind: DisclosedKind) =>
  queryOptions({
    queryKey: disclosureKeys.list(pid, form, kind),
    queryFn: (): Promise<PassedOn[]> =>
      loadAll((query) => call('list_passed_on', { path: { pid, form }, query: { ...query, kind } })),
    ...recordedRead,
  });

/** The forms by which owners can see the person's private data now. */
export const ownConsentsQuery = queryOptions({
  queryKey: consentKeys.own,
  queryFn: (): Promise<OwnConsent[]> => loadAll((query) => call('list_own_consents', { query })),
  staleTime: 0,
});

export const withdrawConsent = (pid: string, form: string): Change<void, void> => ({
  run: async () => {
    await call('withdraw_consent', { path: { pid, form } });
  },
  affects: [consentKeys.own, answerKeys.own(pid, form), meKeys.all],
});

export const exportDisclosure =
  (pid: string, form: string, kind: DisclosedKind): Download =>
  (download) =>
    download('export_passed_on', { path: { pid, form }, query: { kind } });
