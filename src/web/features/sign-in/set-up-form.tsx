import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { problemCode, rejectsField } from '../../ui/problems/api-problem.ts';
import { focusFirstError } from '../../ui/editing/field-errors.ts';
import { AlertIcon, CompassIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { looksLikeUsualEmail } from './email-pattern.ts';
import { useAfterSignIn } from './after-sign-in.ts';
import { dropLinkToken } from './link-token.ts';
import { setUp, useMailMode } from './queries.ts';
import { SignInCard } from './sign-in-card.tsx';

const maxName = 100;

/** Asks the first administrator for name and address, and uses the link only then. */
export function SetUpForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const context = useMailMode();
  const afterSignIn = useAfterSignIn();
  const formId = useId();
  const form = useForm({
    initialValues: { name: '', email: '' },
    validate: {
      name: (value) => {
        if (value.trim() === '') return t('setUp.nameMissing');
        return value.trim().length > maxName ? t('setUp.nameTooLong') : null;
      },
      email: (value) => (looksLikeUsualEmail(value) ? null : t('signIn.emailInvalid')),
    },
  });
  const setting = useMutation({
    mutationFn: ({ name, email }: typeof form.values) => setUp({ token, name: name.trim(), email: email.trim() }),
    onSuccess: afterSignIn,
    onError: (error) => {
      focusFirstError(formId, () => {
        if (rejectsField(error, 'email')) form.setFieldError('email', t('signIn.emailInvalid'));
        if (rejectsField(error, 'name')) form.setFieldError('name', t('setUp.nameMissing'));
      });
    },
  });

  if (problemCode(setting.error) === 'invalid_link') return <InvalidLink />;
  const hasFieldErrors = Object.keys(form.errors).length > 0;
  return (
    <SignInCard icon={<CompassIcon size={24} />} title={t('setUp.title')} text={t('setUp.lead')}>
      <form
        noValidate
        id={formId}
        onSubmit={form.onSubmit(
          (values) => setting.mutate(values),
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
            description={t('setUp.emailHint', { context })}
            placeholder={t('signIn.emailPlaceholder')}
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            size="md"
            required
          />
          {setting.isError && !hasFieldErrors ? <ProblemAlert error={setting.error} /> : null}
          <Button type="submit" size="md" loading={setting.isPending || setting.isSuccess} fullWidth>
            {t('setUp.submit')}
          </Button>
        </Stack>
      </form>
    </SignInCard>
  );
}

function InvalidLink() {
  const { t } = useTranslation();
  return (
    <SignInCard icon={<AlertIcon size={24} />} title={t('setUp.invalidTitle')} text={t('setUp.invalidText')}>
      <Button size="md" onClick={dropLinkToken} fullWidth>
        {t('shell.signIn')}
      </Button>
    </SignInCard>
  );
}
