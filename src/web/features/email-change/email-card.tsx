import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../ui/change.ts';
import { focusFirstError } from '../../ui/editing/field-errors.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { useMe } from '../people/queries.ts';
import { looksLikeUsualEmail } from '../sign-in/email-pattern.ts';
import { requestEmailChange } from './queries.ts';

/** The address of the account, and how to change it. */
export function EmailCard() {
  const { t, i18n } = useTranslation();
  const formId = useId();
  const email = useMe()?.email ?? '';
  const request = useChange(requestEmailChange(i18n.language));
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (looksLikeUsualEmail(value) ? null : t('signIn.emailInvalid')) },
  });
  return (
    <TitledCard id="email" title={t('emailChange.title')} lead={t('emailChange.lead', { email })}>
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
          {request.isSuccess ? <output>{t('emailChange.sent', { email: request.variables })}</output> : null}
          <Group>
            <Button type="submit" variant="default" loading={request.isPending}>
              {t('emailChange.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </TitledCard>
  );
}
