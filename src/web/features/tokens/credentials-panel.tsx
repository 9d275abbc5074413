import { Alert, Button, Group, Paper, Stack, Switch, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { CredentialsCard } from './credentials-card.tsx';
import { LimitChoice } from './limit-choice.tsx';
import type { Scope } from '../service-accounts/scopes.ts';
import { createCredentials } from './queries.ts';
import type { TimedCredentials } from './queries.ts';

const maxPurpose = 100;

type CredentialsPanelProps = { onActive: (active: boolean) => void };

/** The credentials are only in the state of this component, so that leaving the page forgets them. */
export function CredentialsPanel({ onActive }: CredentialsPanelProps) {
  const { t } = useTranslation();
  const [purpose, setPurpose] = useState('');
  const [readOnly, setReadOnly] = useState(false);
  const [privateRead, setPrivateRead] = useState(false);
  const [project, setProject] = useState('');
  const [chosen, setChosen] = useState<Scope[]>([]);
  const [credentials, setCredentials] = useState<TimedCredentials | 'expired' | null>(null);
  const make = useMutation({
    mutationFn: createCredentials,
    gcTime: 0,
    onSuccess: (created) => {
      setCredentials(created);
      onActive(true);
      make.reset();
    },
  });
  const expire = () => {
    setCredentials('expired');
    onActive(false);
  };
  const limit = project === '' ? undefined : { project, scopes: chosen.join(',') };
  const name = purpose.trim();
  const tooLong = name.length > maxPurpose;

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
        <LimitChoice {...{ project, chosen }} onProject={setProject} onScopes={setChosen} />
        {project === '' ? (
          <Switch
            label={t('access.privateRead')}
            description={t('access.privateReadHint')}
            checked={privateRead}
            onChange={(event) => setPrivateRead(event.currentTarget.checked)}
          />
        ) : null}
        {make.isError ? <ProblemAlert error={make.error} /> : null}
        {credentials === 'expired' ? (
          <Alert variant="outline" color="yellow" icon={<AlertIcon />} title={t('access.expiredTitle')}>
            {t('access.expiredText')}
          </Alert>
        ) : null}
        {credentials === null || credentials === 'expired' ? null : (
          <CredentialsCard
            key={credentials.username}
            credentials={credentials}
            name={tooLong ? '' : name}
            readOnly={readOnly}
            onExpired={expire}
          />
        )}
        <Group>
          <Button
            variant={credentials === null || credentials === 'expired' ? 'filled' : 'default'}
            size="md"
            loading={make.isPending}
            disabled={project !== '' && chosen.length === 0}
            onClick={() => make.mutate({ privateRead, limit })}
          >
            {credentials === null ? t('access.make') : t('access.makeAnother')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
