import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { clearPersonCache } from '../people/queries.ts';
import { notMeCode } from './link-token.ts';
import { reportNotMe } from './queries.ts';
import { SignInCard } from './sign-in-card.tsx';

/** Opened from a notice about a change. Nothing happens until the button is pressed: mail scanners open links. */
export function NotMePage() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const code = notMeCode();
  const report = useMutation({
    mutationFn: (value: string) => reportNotMe(value),
    onSuccess: () => clearPersonCache(queryClient),
  });
  const icon = <AlertIcon size={24} />;
  if (report.isSuccess)
    return (
      <SignInCard icon={<CheckIcon size={24} />} title={t('notMe.doneTitle')} text={t('notMe.doneText')}>
        <ButtonLink to="/sign-in" fullWidth>
          {t('shell.signIn')}
        </ButtonLink>
      </SignInCard>
    );
  if (code === undefined || problemCode(report.error) === 'invalid_link')
    return (
      <SignInCard icon={icon} title={t('notMe.invalidTitle')} text={t('notMe.invalidText')}>
        <ButtonLink to="/" variant="default" fullWidth>
          {t('notFound.home')}
        </ButtonLink>
      </SignInCard>
    );
  return (
    <SignInCard icon={icon} title={t('notMe.title')} text={t('notMe.text')}>
      {report.isError ? <ProblemAlert error={report.error} /> : null}
      <Button size="md" color="red" loading={report.isPending} onClick={() => report.mutate(code)} fullWidth>
        {t('notMe.confirm')}
      </Button>
      <ButtonLink variant="default" to="/" fullWidth>
        {t('notMe.cancel')}
      </ButtonLink>
    </SignInCard>
  );
}
