import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../ui/change.ts';
import { focusFirstError } from '../../ui/editing/field-errors.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { useMe } from '../people/queries.ts';
import { useMailMode } from '../sign-in/queries.ts';
import { looksLikeUsualEmail } from '../sign-in/email-pattern.ts';
import { requestEmailChange } from './queries.ts';

/** The address of the account, and how to change it. */
export function EmailCard({ fixed }: { fixed: boolean }) {
  const { t } = useTranslation();
  const context = useMailMode();
  const email = useMe()?.email ?? '';
  return (
    <TitledCard id="email" title={t('emailChange.title')} lead={t('emailChange.lead', { context, email })}>
      {fixed ? <Text>{t('emailChange.fixed')}</Text> : <EmailForm />}
    </TitledCard>
  );
}

function EmailForm() {
  const { t, i18n } = useTranslation();
  const context = useMailMode();
  const formId = useId();
  const request = useChange(requestEmailChange(i18n.language));
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (looksLikeUsualEmail(value) ? null : t('signIn.emailInvalid')) },
  });
  return (
    <form
      noValidate
      id={formId}
      onSubmit={form.onSubmit(
        (values) => request.mutate(values.email.trim()),
        () => focusFirstError(formId),
      )}
    >
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('email')}
          label={t('emailChange.new')}
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
        />
        {request.isError ? <ProblemAlert error={request.error} /> : null}
        {request.isSuccess ? <output>{t('emailChange.sent', { context, email: request.variables })}</output> : null}
        <Group>
          <Button type="submit" variant="default" loading={request.isPending}>
            {t('emailChange.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
