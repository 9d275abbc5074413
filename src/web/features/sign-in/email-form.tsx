import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { LinkRequested } from '../../../client/client.ts';
import { rejectsField } from '../../ui/problems/api-problem.ts';
import { focusFirstError } from '../../ui/editing/field-errors.ts';
import { AlertIcon, MailIcon, PersonIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { looksLikeEmail } from './email-pattern.ts';
import { NotSetUp } from './not-set-up.tsx';
import { OtherWays } from './other-ways.tsx';
import { rememberReturnPath } from './return-path.ts';
import { SuspendedAccount } from '../erasure/suspended-account.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { requestSignInLink, useMailMode } from './queries.ts';

export function EmailForm() {
  const { t, i18n } = useTranslation();
  const formId = useId();
  const mail = useMailMode();
  const { next, ended, suspended } = useSearch({ from: '/sign-in' });
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (looksLikeEmail(value) ? null : t('signIn.emailInvalid')) },
  });
  const request = useMutation({
    mutationFn: (email: string) => requestSignInLink({ email: email.trim(), language: i18n.language }),
    onSuccess: () => rememberReturnPath(next),
    onError: (error) => {
      if (rejectsField(error, 'email'))
        focusFirstError(formId, () => form.setFieldError('email', t('signIn.emailInvalid')));
    },
  });

  if (request.isSuccess) {
    return <LinkSent email={request.variables} mail={request.data.mail} onAgain={() => request.reset()} />;
  }
  if (suspended === true)
    return (
      <SignInCard icon={<AlertIcon size={24} />} title={t('signIn.suspendedTitle')} text={t('signIn.suspendedText')}>
        <SuspendedAccount />
      </SignInCard>
    );
  const notice = ended === true ? t('signIn.ended') : next === undefined ? undefined : t('signIn.wanted');
  return (
    <SignInCard icon={<PersonIcon size={24} />} title={t('signIn.title')} text={t('signIn.lead', { context: mail })}>
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
            {t('signIn.send')}
          </Button>
        </Stack>
      </form>
      <OtherWays />
    </SignInCard>
  );
}

type LinkSentProps = { email: string; mail: LinkRequested['mail']; onAgain: () => void };

function LinkSent({ email, mail, onAgain }: LinkSentProps) {
  const { t } = useTranslation();
  const sent = mail === 'smtp';
  return (
    <SignInCard
      icon={<MailIcon size={24} />}
      title={sent ? t('signIn.sentTitle') : t('signIn.writtenTitle')}
      text={sent ? t('signIn.sentText', { email }) : t('signIn.writtenText', { email })}
    >
      <Text size="sm" c="dimmed">
        {sent ? t('signIn.sentHint') : t('signIn.writtenHint')}
      </Text>
      <Button variant="default" onClick={onAgain} fullWidth>
        {t('signIn.another')}
      </Button>
    </SignInCard>
  );
}
