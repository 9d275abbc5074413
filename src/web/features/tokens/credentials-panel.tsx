import { Alert, Button, Group, Paper, Stack, Switch, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeCredentials } from '../../api.ts';
import type { TimedCredentials } from '../../api.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problem.tsx';
import { CredentialsCard } from './credentials-card.tsx';

const longestPurpose = 100;

type CredentialsPanelProps = { onActive: (active: boolean) => void };

/** The credentials live in this component and nowhere else: leaving the page or reaching their end forgets them. */
export function CredentialsPanel({ onActive }: CredentialsPanelProps) {
  const { t } = useTranslation();
  const [purpose, setPurpose] = useState('');
  const [readOnly, setReadOnly] = useState(false);
  const [kept, setKept] = useState<TimedCredentials | 'expired' | null>(null);
  const make = useMutation({
    mutationFn: makeCredentials,
    gcTime: 0,
    onSuccess: (credentials) => {
      setKept(credentials);
      onActive(true);
      make.reset();
    },
  });
  const expire = () => {
    setKept('expired');
    onActive(false);
  };
  const name = purpose.trim();
  const tooLong = name.length > longestPurpose;

  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} component="section" aria-labelledby="get-a-token">
      <Stack gap="lg">
        <Title order={2} size="h3" id="get-a-token">
          {t('access.stepsTitle')}
        </Title>
        <Group align="flex-start" gap="xl" grow preventGrowOverflow={false}>
          <TextInput
            label={t('access.purpose')}
            description={t('access.purposeHint')}
            placeholder={t('access.purposePlaceholder')}
            value={purpose}
            onChange={(event) => setPurpose(event.currentTarget.value)}
            error={tooLong ? t('access.purposeTooLong') : undefined}
            maw="26rem"
            miw="min(100%, 16rem)"
          />
          <Switch
            label={t('access.readOnly')}
            description={t('access.readOnlyHint')}
            checked={readOnly}
            onChange={(event) => setReadOnly(event.currentTarget.checked)}
            mt={{ base: 0, sm: 26 }}
          />
        </Group>
        {make.isError ? <ProblemAlert error={make.error} /> : null}
        {kept === 'expired' ? (
          <Alert variant="outline" color="yellow" icon={<AlertIcon />} title={t('access.expiredTitle')}>
            {t('access.expiredText')}
          </Alert>
        ) : null}
        {kept === null || kept === 'expired' ? null : (
          <CredentialsCard
            key={kept.username}
            credentials={kept}
            name={tooLong ? '' : name}
            readOnly={readOnly}
            onExpired={expire}
          />
        )}
        <Group>
          <Button
            variant={kept === null || kept === 'expired' ? 'filled' : 'default'}
            size="md"
            loading={make.isPending}
            onClick={() => make.mutate()}
          >
            {kept === null ? t('access.make') : t('access.makeAnother')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
