import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { signInKeys } from '../../keys.ts';
import { isLanguage } from '../../ui/i18n.ts';

export const signInWaysQuery = queryOptions({
  queryKey: signInKeys.ways,
  queryFn: () => call('get_sign_in_ways', {}),
  staleTime: Infinity,
});

/** Whether the service sends mail or writes it to files: the `context` of texts that mention mail. */
export const useMailMode = (enabled = true) => useQuery({ ...signInWaysQuery, enabled }).data?.mail ?? 'smtp';

type LinkWanted = { email: string; language: string; next?: string | undefined };

export const requestSignInLink = ({ email, language, next }: LinkWanted) =>
  call('request_sign_in_link', {
    body: { email, language: isLanguage(language) ? language : 'en', ...(next === undefined ? {} : { next }) },
  });

export const signInWithCode = (body: { email: string; code: string }) => call('sign_in_with_code', { body });

const pollMs = 3000;

/** Whether the link that was mailed to this address has been used. Asked again until it has. */
export const signInProgressQuery = (email: string) =>
  queryOptions({
    queryKey: signInKeys.progress(email),
    queryFn: () => call('get_sign_in_progress', {}),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'waiting' ? pollMs : false),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
  });

/** Which account a link belongs to, and whether the person must confirm that they want to sign in with it. */
export const linkInspectionQuery = (token: string) =>
  queryOptions({
    queryKey: signInKeys.inspection(token),
    queryFn: () => call('inspect_sign_in_link', { body: { token } }),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });

/** Called after the person has confirmed the account. */
export const signInConfirmed = (token: string) => call('sign_in', { body: { token, confirmed: true } });

/** A query and not a mutation: one key is sent once even if the page renders twice, and a link works only once. */
export const linkExchangeQuery = (token: string) =>
  queryOptions({
    queryKey: signInKeys.exchange(token),
    queryFn: () => call('sign_in', { body: { token } }),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });

/** Makes the owner of the set-up link the first administrator. */
export const setUp = (body: { token: string; name: string; email: string }) => call('sign_in', { body });

/** Says that a change in a notice was somebody else. Needs no session. */
export const reportNotMe = (code: string) => call('report_not_me', { body: { code } });

/** The caller must clear the cache afterwards. */
export const signOut = () => call('sign_out', {});
