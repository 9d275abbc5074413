import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AlertIcon, CheckIcon, MailIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { SignInCard } from '../sign-in/sign-in-card.tsx';
import { unsubscribe } from './queries.ts';

/** Opened from the foot of a mail. Nothing happens until the button is pressed: mail scanners open links. */
export function UnsubscribePage() {
  const { t } = useTranslation();
  const { code } = useSearch({ from: '/unsubscribe' });
  const stop = useMutation({ mutationFn: unsubscribe });
  const title = t('notices.unsubscribe.title');
  if (stop.isSuccess)
    return (
      <SignInCard icon={<CheckIcon size={24} />} title={title} text={t('notices.unsubscribe.done')}>
        <ButtonLink to="/me/notice-settings" variant="default" fullWidth>
          {t('notices.unsubscribe.settings')}
        </ButtonLink>
      </SignInCard>
    );
  if (code === undefined || problemCode(stop.error) === 'invalid_link')
    return (
      <SignInCard icon={<AlertIcon size={24} />} title={title} text={t('notices.unsubscribe.invalid')}>
        <ButtonLink to="/me/notice-settings" variant="default" fullWidth>
          {t('notices.unsubscribe.settings')}
        </ButtonLink>
      </SignInCard>
    );
  return (
    <SignInCard icon={<MailIcon size={24} />} title={title} text={t('notices.unsubscribe.text')}>
      {stop.isError ? <ProblemAlert error={stop.error} /> : null}
      <Button size="md" loading={stop.isPending} onClick={() => stop.mutate(code)} fullWidth>
        {t('notices.unsubscribe.confirm')}
      </Button>
    </SignInCard>
  );
}
