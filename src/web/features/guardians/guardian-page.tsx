import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnGuardian } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import type { Loading } from '../../loading.ts';
import { useChange } from '../../ui/change.ts';
import { focusFirstError } from '../../ui/editing/field-errors.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { useMe } from '../people/queries.ts';
import { looksLikeUsualEmail } from '../sign-in/email-pattern.ts';
import { signInWaysQuery, useMailMode } from '../sign-in/queries.ts';
import { askAgain, nameGuardian, ownGuardianQuery } from './queries.ts';

export const loadGuardianPage = ({ load, params: { pid } }: Loading<'pid'>) =>
  Promise.all([load(ownGuardianQuery(pid)), load(signInWaysQuery)]);

/** Where minors name the guardian who agrees that they take part. */
export function GuardianPage() {
  const { t } = useTranslation();
  const { pid } = useParams({ from: '/projects/$pid/guardian' });
  const own = useQuery(ownGuardianQuery(pid));
  usePageTitle(t('guardians.title'));
  return (
    <Stack gap="lg" maw="40rem">
      <PageHeading title={t('guardians.title')} />
      <Loaded query={own} embedded>
        {(found) => <Needed own={found} />}
      </Loaded>
    </Stack>
  );
}

function Needed({ own }: { own: OwnGuardian }) {
  const { t } = useTranslation();
  const context = useMailMode();
  const { needed, adult_age: age, latest_end: end, guardian } = own;
  if (needed === 'no') return <Text>{t('guardians.notNeeded')}</Text>;
  if (needed === 'birthday')
    return (
      <Stack gap="md" align="flex-start">
        <Text>{t('guardians.birthdayFirst', { age })}</Text>
        <ButtonLink to="/me/real-profile">{t('guardians.enterBirthday')}</ButtonLink>
      </Stack>
    );
  return (
    <>
      <div>
        <Text>{t('guardians.lead', { age, context })}</Text>
        {end === null ? null : <Text>{t('guardians.latestEnd', { time: end })}</Text>}
      </div>
      {guardian === null ? <GuardianForm own={own} /> : <Named own={own} guardian={guardian} />}
    </>
  );
}

type NamedProps = { own: OwnGuardian; guardian: NonNullable<OwnGuardian['guardian']> };

/** Who was asked, and what they answered; another guardian, or the link once more. */
function Named({ own, guardian }: NamedProps) {
  const { t, i18n } = useTranslation();
  const context = useMailMode();
  const [editing, setEditing] = useState(false);
  const { name, email, state, asked_at: asked, answered_at: answered } = guardian;
  const send = useChange(askAgain(own.pid), { message: () => t('guardians.sent', { email, context }) });
  const date = formatDate(answered ?? asked, i18n.language);
  return (
    <>
      <Paper className="muster-surface" p="lg">
        <Text fw={600}>{name}</Text>
        <Text>{email}</Text>
        <output>{t(`guardians.states.${state}`, { date })}</output>
        {send.isError ? <ProblemAlert error={send.error} /> : null}
        <Group gap="sm" mt="md">
          {state === 'agreed' ? null : (
            <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
              {t('guardians.sendAgain')}
            </Button>
          )}
          {editing ? null : (
            <Button variant="default" onClick={() => setEditing(true)}>
              {t('guardians.another')}
            </Button>
          )}
        </Group>
      </Paper>
      {editing ? <GuardianForm own={own} onDone={() => setEditing(false)} /> : null}
    </>
  );
}

function GuardianForm({ own: { pid, guardian }, onDone }: { own: OwnGuardian; onDone?: () => void }) {
  const { t, i18n } = useTranslation();
  const context = useMailMode();
  const formId = useId();
  const ownEmail = useMe()?.email ?? '';
  const form = useForm({
    initialValues: { name: '', email: '' },
    validate: {
      name: (value) => (value.trim() === '' ? t('guardians.nameMissing') : null),
      email: (value) =>
        value.trim().toLowerCase() === ownEmail
          ? t('guardians.notYours')
          : looksLikeUsualEmail(value)
            ? null
            : t('signIn.emailInvalid'),
    },
  });
  const send = useChange(nameGuardian(pid, i18n.language), {
    message: ({ email }) => t('guardians.sent', { email, context }),
    onDone: () => onDone?.(),
  });
  return (
    <Paper className="muster-surface" p="lg">
      <form
        noValidate
        id={formId}
        onSubmit={form.onSubmit(
          ({ name, email }) => send.mutate({ name: name.trim(), email: email.trim() }),
          () => focusFirstError(formId),
        )}
      >
        <Stack gap="md">
          {guardian?.state === 'agreed' ? <Text>{t('guardians.replaces', { name: guardian.name })}</Text> : null}
          <TextInput {...form.getInputProps('name')} label={t('guardians.name')} maxLength={100} required />
          <TextInput
            {...form.getInputProps('email')}
            label={t('guardians.email')}
            description={t('guardians.emailHint')}
            type="email"
            autoCapitalize="none"
            required
          />
          {send.isError ? <ProblemAlert error={send.error} /> : null}
          <Group>
            <Button type="submit" loading={send.isPending}>
              {t('guardians.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
