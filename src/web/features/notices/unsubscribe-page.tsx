import { Button, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AlertIcon, CheckIcon, MailIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { SignInCard } from '../sign-in/sign-in-card.tsx';
import { mailKinds } from '../../../shared/notice-kinds.ts';
import type { MailKind } from '../../../shared/notice-kinds.ts';
import { unsubscribe } from './queries.ts';

/** Opened from the foot of a mail. Nothing happens until the button is pressed: mail scanners open links. */
export function UnsubscribePage() {
  const { t } = useTranslation();
  const { code = '' } = useSearch({ from: '/unsubscribe' });
  const stop = useMutation({ mutationFn: unsubscribe });
  const title = t('notices.unsubscribe.title');
  const kinds = kindsInCode(code);
  if (stop.isSuccess)
    return (
      <SignInCard
        icon={<CheckIcon size={24} />}
        title={t('notices.unsubscribe.doneTitle')}
        text={<KindList text={t('notices.unsubscribe.done')} kinds={kinds} />}
      >
        <SettingsLink />
      </SignInCard>
    );
  if (kinds.length === 0 || problemCode(stop.error) === 'invalid_link')
    return (
      <SignInCard icon={<AlertIcon size={24} />} title={title} text={t('notices.unsubscribe.invalid')}>
        <SettingsLink />
      </SignInCard>
    );
  return (
    <SignInCard
      icon={<MailIcon size={24} />}
      title={title}
      text={<KindList text={t('notices.unsubscribe.text')} kinds={kinds} />}
    >
      {stop.isError ? <ProblemAlert error={stop.error} /> : null}
      <Button size="md" loading={stop.isPending} onClick={() => stop.mutate(code)} fullWidth>
        {t('notices.unsubscribe.confirm')}
      </Button>
    </SignInCard>
  );
}

/** The kinds in the code of a link in an email, to name them. The server checks the signature when it is used. */
function kindsInCode(code: string): MailKind[] {
  try {
    const [claim = ''] = atob(code.replaceAll('-', '+').replaceAll('_', '/')).split('\n', 1);
    const [, ...names] = claim.split(' ');
    return mailKinds.filter((kind) => names.includes(kind));
  } catch {
    return [];
  }
}

/** Kinds are named as on the settings page. */
function KindList({ text, kinds }: { text: string; kinds: readonly MailKind[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Text inherit>{text}</Text>
      <List c="var(--mantine-color-text)">
        {kinds.map((kind) => (
          <List.Item key={kind}>{t(`notices.settings.kind.${kind}`)}</List.Item>
        ))}
      </List>
      <Text inherit>{t('notices.unsubscribe.stay')}</Text>
    </Stack>
  );
}

function SettingsLink() {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/me/notice-settings" variant="default" fullWidth>
      {t('notices.unsubscribe.settings')}
    </ButtonLink>
  );
}
