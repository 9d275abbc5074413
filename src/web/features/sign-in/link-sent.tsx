import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { LinkRequested } from '../../../client/client.ts';
import { focusFirstError } from '../../ui/editing/field-errors.ts';
import { CheckIcon, MailIcon } from '../../ui/icons.tsx';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { useAfterSignIn } from './after-sign-in.ts';
import { signInProgressQuery, signInWithCode } from './queries.ts';
import { SignInCard } from './sign-in-card.tsx';

type LinkSentProps = { email: string; mail: LinkRequested['mail']; onAgain: () => void };

/** Waits for the mail: takes its code, and goes on when the link was opened in another tab of this browser. */
export function LinkSent({ email, mail, onAgain }: LinkSentProps) {
  const { t } = useTranslation();
  const afterSignIn = useAfterSignIn();
  const state = useQuery(signInProgressQuery(email)).data?.state;
  const goOn = useEffectEvent(() => void afterSignIn());
  useEffect(() => {
    if (state === 'here') goOn();
  }, [state]);

  if (state === 'elsewhere') return <SignedInElsewhere onAgain={onAgain} />;
  const sent = mail === 'smtp';
  return (
    <SignInCard
      icon={<MailIcon size={24} />}
      title={sent ? t('signIn.sentTitle') : t('signIn.writtenTitle')}
      text={sent ? t('signIn.sentText', { email }) : t('signIn.writtenText', { email })}
    >
      <CodeForm {...{ email, mail }} onDone={(signedIn) => void afterSignIn(signedIn)} />
      <Text size="sm" c="dimmed">
        {sent ? t('signIn.sentHint') : t('signIn.writtenHint')}
      </Text>
      <Button variant="default" onClick={onAgain} fullWidth>
        {t('signIn.another')}
      </Button>
    </SignInCard>
  );
}

type CodeFormProps = Pick<LinkSentProps, 'email' | 'mail'> & {
  onDone: (signedIn: Awaited<ReturnType<typeof signInWithCode>>) => void;
};

export function CodeForm({ email, mail, onDone }: CodeFormProps) {
  const { t } = useTranslation();
  const formId = useId();
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: (value) => (/^\d{6}$/.test(digitsOf(value)) ? null : t('signIn.codeInvalid', { context: mail })),
    },
  });
  const exchange = useMutation({
    mutationFn: (code: string) => signInWithCode({ email, code }),
    onSuccess: onDone,
    onError: (error) => {
      if (problemCode(error) === 'invalid_code')
        focusFirstError(formId, () => form.setFieldError('code', t('signIn.codeWrong', { context: mail })));
    },
  });
  return (
    <form
      noValidate
      id={formId}
      onSubmit={form.onSubmit(
        ({ code }) => exchange.mutate(digitsOf(code)),
        () => focusFirstError(formId),
      )}
    >
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('code')}
          label={t('signIn.code', { context: mail })}
          description={t('signIn.codeHint')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          size="md"
        />
        {exchange.isError && form.errors['code'] === undefined ? <ProblemAlert error={exchange.error} /> : null}
        <Button type="submit" size="md" loading={exchange.isPending || exchange.isSuccess} fullWidth>
          {t('signIn.codeSubmit')}
        </Button>
      </Stack>
    </form>
  );
}

/** People copy codes with spaces, and some keyboards enter full-width digits. */
const digitsOf = (value: string): string => value.normalize('NFKC').replaceAll(/[\s-]/g, '');

function SignedInElsewhere({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <SignInCard icon={<CheckIcon size={24} />} title={t('signIn.elsewhereTitle')} text={t('signIn.elsewhereText')}>
      <Button variant="default" onClick={onAgain} fullWidth>
        {t('signIn.elsewhereAgain')}
      </Button>
    </SignInCard>
  );
}
