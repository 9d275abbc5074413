import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, call } from '../../api.ts';
import { focusFirstError } from '../../ui/editing/field-errors.ts';
import { AlertIcon, CompassIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problem.tsx';
import { looksLikeUsualEmail } from './email-pattern.ts';
import { useEnter } from './after-sign-in.ts';
import { dropLinkToken } from './link-token.ts';
import { SignInCard } from './sign-in-card.tsx';

const longestName = 100;

/** The first administrator says who they are; only then is the link used. */
export function SetUpForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const enter = useEnter();
  const formId = useId();
  const form = useForm({
    initialValues: { name: '', email: '' },
    validate: {
      name: (value) => {
        if (value.trim() === '') return t('setUp.nameMissing');
        return value.trim().length > longestName ? t('setUp.nameTooLong') : null;
      },
      email: (value) => (looksLikeUsualEmail(value) ? null : t('signIn.emailInvalid')),
    },
  });
  const setUp = useMutation({
    mutationFn: ({ name, email }: typeof form.values) =>
      call('sign_in', { body: { token, name: name.trim(), email: email.trim() } }),
    onSuccess: enter,
    onError: (error) => {
      if (!(error instanceof ApiProblem)) return;
      focusFirstError(formId, () => {
        if (error.complainsAbout('email')) form.setFieldError('email', t('signIn.emailInvalid'));
        if (error.complainsAbout('name')) form.setFieldError('name', t('setUp.nameMissing'));
      });
    },
  });

  if (setUp.error instanceof ApiProblem && setUp.error.code === 'invalid_link') return <SetUpRefused />;
  const complained = Object.keys(form.errors).length > 0;
  return (
    <SignInCard icon={<CompassIcon size={24} />} title={t('setUp.title')} text={t('setUp.lead')}>
      <form
        noValidate
        id={formId}
        onSubmit={form.onSubmit(
          (values) => setUp.mutate(values),
          () => focusFirstError(formId),
        )}
      >
        <Stack gap="md">
          <TextInput
            {...form.getInputProps('name')}
            label={t('setUp.name')}
            placeholder={t('setUp.namePlaceholder')}
            name="name"
            autoComplete="name"
            size="md"
            required
          />
          <TextInput
            {...form.getInputProps('email')}
            label={t('signIn.email')}
            description={t('setUp.emailHint')}
            placeholder={t('signIn.emailPlaceholder')}
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            size="md"
            required
          />
          {setUp.isError && !complained ? <ProblemAlert error={setUp.error} /> : null}
          <Button type="submit" size="md" loading={setUp.isPending || setUp.isSuccess} fullWidth>
            {t('setUp.submit')}
          </Button>
        </Stack>
      </form>
    </SignInCard>
  );
}

function SetUpRefused() {
  const { t } = useTranslation();
  return (
    <SignInCard icon={<AlertIcon size={24} />} title={t('setUp.invalidTitle')} text={t('setUp.invalidText')}>
      <Button size="md" onClick={dropLinkToken} fullWidth>
        {t('shell.signIn')}
      </Button>
    </SignInCard>
  );
}
