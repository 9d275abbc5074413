import { call } from '../../api.ts';
import { affectedByProfile } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { isLanguage } from '../../ui/i18n.ts';

export const requestEmailChange = (language: string): Change<string, unknown> => ({
  run: (email) => call('request_email_change', { body: { email, ...(isLanguage(language) ? { language } : {}) } }),
  affects: [],
});

export const confirmEmailChange: Change<string, unknown> = {
  run: (token) => call('confirm_email_change', { body: { token } }),
  affects: affectedByProfile,
};

/** The code is from the link of the notice to the old address and needs no session. */
export const revertEmailChange = (code: string) => call('revert_email_change', { body: { code } });
