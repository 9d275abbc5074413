import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../ui/change.ts';
import { AlertIcon, CheckIcon, MailIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { clearPersonCache, useMe } from '../people/queries.ts';
import { emailRevertCode, emailToken } from '../sign-in/link-token.ts';
import { useMailMode } from '../sign-in/queries.ts';
import { SignInCard } from '../sign-in/sign-in-card.tsx';
import { confirmEmailChange, revertEmailChange } from './queries.ts';

/** Opened from the mail to the new address. Nothing happens until the button is pressed: mail scanners open links. */
export function ConfirmEmailPage() {
  const { t } = useTranslation();
  const me = useMe();
  const mail = useMailMode();
  const token = emailToken();
  const confirm = useChange(confirmEmailChange);
  if (confirm.isSuccess)
    return (
      <SignInCard
        icon={<CheckIcon size={24} />}
        title={t('emailChange.doneTitle')}
        text={t('emailChange.doneText', { context: mail })}
      >
        <ButtonLink to="/" fullWidth>
          {t('emailChange.home')}
        </ButtonLink>
      </SignInCard>
    );
  if (token === undefined || problemCode(confirm.error) === 'invalid_link')
    return (
      <SignInCard
        icon={<AlertIcon size={24} />}
        title={t('emailChange.invalidTitle')}
        text={t('emailChange.invalidText')}
      />
    );
  if (me === null)
    return (
      <SignInCard
        icon={<MailIcon size={24} />}
        title={t('emailChange.confirmTitle')}
        text={t('emailChange.signInFirst')}
      />
    );
  return (
    <SignInCard
      icon={<MailIcon size={24} />}
      title={t('emailChange.confirmTitle')}
      text={t('emailChange.confirmText', { email: me.email })}
    >
      {confirm.isError ? <ProblemAlert error={confirm.error} /> : null}
      <Button size="md" loading={confirm.isPending} onClick={() => confirm.mutate(token)} fullWidth>
        {t('emailChange.confirm')}
      </Button>
    </SignInCard>
  );
}

/** Opened from the notice to the old address. */
export function RevertEmailPage() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const code = emailRevertCode();
  const revert = useMutation({
    mutationFn: (value: string) => revertEmailChange(value),
    onSuccess: () => clearPersonCache(queryClient),
  });
  if (revert.isSuccess)
    return (
      <SignInCard
        icon={<CheckIcon size={24} />}
        title={t('emailChange.revertedTitle')}
        text={t('emailChange.revertedText')}
      >
        <ButtonLink to="/sign-in" fullWidth>
          {t('shell.signIn')}
        </ButtonLink>
      </SignInCard>
    );
  if (code === undefined || problemCode(revert.error) === 'invalid_link')
    return (
      <SignInCard
        icon={<AlertIcon size={24} />}
        title={t('emailChange.invalidTitle')}
        text={t('emailChange.revertInvalidText')}
      />
    );
  return (
    <SignInCard icon={<AlertIcon size={24} />} title={t('emailChange.revertTitle')} text={t('emailChange.revertText')}>
      {revert.isError ? <ProblemAlert error={revert.error} /> : null}
      <Button size="md" color="red" loading={revert.isPending} onClick={() => revert.mutate(code)} fullWidth>
        {t('emailChange.revert')}
      </Button>
    </SignInCard>
  );
}
