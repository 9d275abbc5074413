import { Button, Stack, TextInput, Divider } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../../locales/format/sentences.ts';
import { rejectsField } from '../../ui/problems/api-problem.ts';
import { focusFirstError } from '../../ui/editing/field-errors.ts';
import { AlertIcon, PersonIcon, KeyIcon } from '../../ui/icons.tsx';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { PasskeyProblem } from '../passkeys/passkey-problem.tsx';
import { visitProvider } from '../oidc/queries.ts';
import { supportsPasskeys } from '../passkeys/passkey.ts';
import { signInWithPasskey } from '../passkeys/queries.ts';
import { looksLikeEmail } from './email-pattern.ts';
import { LinkSent } from './link-sent.tsx';
import { NotSetUp } from './not-set-up.tsx';
import { SuspendedAccount } from '../erasure/suspended-account.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { requestSignInLink, signInWaysQuery, useMailMode } from './queries.ts';
import { useAfterSignIn } from './after-sign-in.ts';
import { rememberReturnPath } from './return-path.ts';

/** What people want to see, if a link on a public page leads to it. */
const wantedNotice = (t: TFunction, path: string): string =>
  t(/^\/projects\/[^/]+\/open-tasks\b/.test(path) ? 'signIn.wantedTasks' : 'signIn.wanted');

export function EmailForm() {
  const { t, i18n } = useTranslation();
  const formId = useId();
  const mail = useMailMode();
  const ways = useQuery(signInWaysQuery);
  const isOpen = ways.data?.registration === 'open';
  const { next, ended, suspended } = useSearch({ from: '/sign-in' });
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (looksLikeEmail(value) ? null : t('signIn.emailInvalid')) },
  });
  const request = useMutation({
    mutationFn: (email: string) => requestSignInLink({ email: email.trim(), language: i18n.language, next }),
    onError: (error) => {
      if (rejectsField(error, 'email'))
        focusFirstError(formId, () => form.setFieldError('email', t('signIn.emailInvalid')));
    },
  });

  if (request.isSuccess) {
    return <LinkSent email={request.variables.trim()} mail={request.data.mail} onAgain={() => request.reset()} />;
  }
  if (suspended === true)
    return (
      <SignInCard icon={<AlertIcon size={24} />} title={t('signIn.suspendedTitle')} text={t('signIn.suspendedText')}>
        <SuspendedAccount />
      </SignInCard>
    );
  // The words depend on whether the server sends mail.
  if (ways.isPending) return <LoadingPlaceholder />;
  const notice = ended === true ? t('signIn.ended') : next === undefined ? undefined : wantedNotice(t, next);
  return (
    <SignInCard
      icon={<PersonIcon size={24} />}
      title={t('signIn.title')}
      text={joinSentences([t('signIn.lead', { context: mail }), isOpen ? t('signIn.newHere') : ''], i18n.language)}
    >
      <NotSetUp />
      {notice === undefined ? null : <output className="muster-notice">{notice}</output>}
      <form
        noValidate
        id={formId}
        onSubmit={form.onSubmit(
          ({ email }) => request.mutate(email),
          () => focusFirstError(formId),
        )}
      >
        <Stack gap="md">
          <TextInput
            {...form.getInputProps('email')}
            label={t('signIn.email')}
            placeholder={t('signIn.emailPlaceholder')}
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            size="md"
            required
          />
          {request.isError && form.errors['email'] === undefined ? <ProblemAlert error={request.error} /> : null}
          <Button type="submit" size="md" loading={request.isPending} fullWidth>
            {t('signIn.send', { context: mail })}
          </Button>
        </Stack>
      </form>
      <OtherWays />
    </SignInCard>
  );
}

/** Ways to sign in without a mail address. */
function OtherWays() {
  const { t } = useTranslation();
  const afterSignIn = useAfterSignIn();
  const { next } = useSearch({ from: '/sign-in' });
  const provider = useQuery(signInWaysQuery).data?.provider ?? null;
  const byPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: () => afterSignIn() });
  const leaving = useMutation({
    mutationFn: visitProvider,
    onSuccess: ({ url }) => {
      rememberReturnPath(next);
      window.location.assign(url);
    },
  });
  const passkeys = supportsPasskeys();
  if (!passkeys && provider === null) return null;
  return (
    <Stack gap="md">
      <Divider label={t('signIn.or')} />
      {passkeys ? (
        <Button
          variant="default"
          leftSection={<KeyIcon size={18} />}
          loading={byPasskey.isPending}
          onClick={() => byPasskey.mutate()}
          fullWidth
        >
          {t('signIn.passkey')}
        </Button>
      ) : null}
      <PasskeyProblem error={byPasskey.error} />
      {provider === null ? null : (
        <Button
          variant="default"
          loading={leaving.isPending || leaving.isSuccess}
          onClick={() => leaving.mutate()}
          fullWidth
        >
          {t('signIn.with', { name: provider.name })}
        </Button>
      )}
      {leaving.isError ? <ProblemAlert error={leaving.error} /> : null}
    </Stack>
  );
}
