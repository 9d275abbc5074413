import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { GuardianConsent } from '../../../client/client.ts';
import { formatDate, formatDays } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import { useChange } from '../../ui/change.ts';
import { AlertIcon, CheckIcon, MailIcon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { guardianCode } from '../sign-in/link-token.ts';
import { SignInCard } from '../sign-in/sign-in-card.tsx';
import { answerConsent, consentQuery } from './queries.ts';

/** Opened from the mail to a guardian, who has no account. Nothing happens until a button is pressed. */
export function ConsentPage() {
  const code = guardianCode();
  return code === undefined ? <InvalidLink /> : <ConsentOf code={code} />;
}

function InvalidLink() {
  const { t } = useTranslation();
  return (
    <SignInCard
      icon={<AlertIcon size={24} />}
      title={t('guardians.consent.invalidTitle')}
      text={t('guardians.consent.invalidText')}
    />
  );
}

function ConsentOf({ code }: { code: string }) {
  const consent = useQuery(consentQuery(code));
  if (problemCode(consent.error) === 'invalid_link') return <InvalidLink />;
  return <Loaded query={consent}>{(found) => <Consent code={code} consent={found} />}</Loaded>;
}

function Consent({ code, consent }: { code: string; consent: GuardianConsent }) {
  const { t, i18n } = useTranslation();
  const { state, project, guardian, adult_age: age, latest_end: end, place, starts_on: first, ends_on: last } = consent;
  const person = shownName(t, consent.person);
  const answer = useChange(answerConsent(code));
  const date = consent.answered_at === null ? '' : formatDate(consent.answered_at, i18n.language);
  const button = (agrees: boolean, text: string) => (
    <Button
      key={String(agrees)}
      size="md"
      variant={agrees ? 'filled' : 'default'}
      loading={answer.isPending && answer.variables === agrees}
      disabled={answer.isPending}
      onClick={() => answer.mutate(agrees)}
      fullWidth
    >
      {text}
    </Button>
  );
  return (
    <SignInCard
      icon={state === 'agreed' ? <CheckIcon size={24} /> : <MailIcon size={24} />}
      title={t('guardians.consent.title', { person, project })}
      text={
        <Stack gap="xs" c="var(--mantine-color-text)">
          <Text inherit>{t('guardians.consent.greeting', { guardian })}</Text>
          <Text inherit>{t('guardians.consent.text', { person, project })}</Text>
          <Text inherit>
            {[first === null ? '' : formatDays(first, last ?? first, i18n.language), place]
              .filter((part) => part !== '')
              .join(' · ')}
          </Text>
          {age === null ? null : <Text inherit>{t('guardians.consent.age', { age })}</Text>}
          {end === null ? null : <Text inherit>{t('guardians.consent.latestEnd', { person, time: end })}</Text>}
        </Stack>
      }
    >
      {state === 'asked' ? null : (
        <output className="muster-notice">{t(`guardians.consent.states.${state}`, { person, date })}</output>
      )}
      {answer.isError ? <ProblemAlert error={answer.error} /> : null}
      <Stack gap="sm">
        {state === 'agreed'
          ? button(false, t('guardians.consent.withdraw'))
          : [
              button(true, t('guardians.consent.agree')),
              state === 'asked' ? button(false, t('guardians.consent.decline')) : null,
            ]}
      </Stack>
      <Text size="sm" c="dimmed">
        {t(state === 'agreed' ? 'guardians.consent.laterNo' : 'guardians.consent.later')}
      </Text>
    </SignInCard>
  );
}
