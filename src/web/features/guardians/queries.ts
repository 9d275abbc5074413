import { queryOptions } from '@tanstack/react-query';
import type { GuardianConsent, NewGuardian, OwnGuardian } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { guardianKeys, ownKeys, taskKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { isLanguage } from '../../ui/i18n.ts';

export const ownGuardianQuery = (pid: string) =>
  queryOptions({ queryKey: guardianKeys.own(pid), queryFn: () => call('get_own_guardian', { path: { pid } }) });

type Named = Pick<NewGuardian, 'name' | 'email'>;

export const nameGuardian = (pid: string, language: string): Change<Named, OwnGuardian> => ({
  run: (body) =>
    call('name_guardian', { path: { pid }, body: { ...body, ...(isLanguage(language) ? { language } : {}) } }),
  affects: [guardianKeys.own(pid), taskKeys.all(pid), ownKeys.checklist],
});

export const askAgain = (pid: string): Change<void, OwnGuardian> => ({
  run: () => call('ask_guardian_again', { path: { pid } }),
  affects: [guardianKeys.own(pid)],
});

/** What the guardian is asked. The code of the link is not part of a key, so that it is kept nowhere else. */
export const consentQuery = (code: string) =>
  queryOptions({
    queryKey: guardianKeys.consent,
    queryFn: () => call('read_guardian_consent', { body: { code } }),
    retry: false,
  });

export const answerConsent = (code: string): Change<boolean, GuardianConsent> => ({
  run: (agrees) => call('answer_guardian_consent', { body: { code, agrees } }),
  affects: [guardianKeys.consent],
});
