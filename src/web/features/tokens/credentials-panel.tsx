import {
  Alert,
  Button,
  Group,
  Paper,
  Stack,
  Switch,
  TextInput,
  Title,
  Anchor,
  Badge,
  Progress,
  SimpleGrid,
  Text,
  VisuallyHidden,
  NativeSelect,
} from '@mantine/core';
import { useMutation, useInfiniteQuery } from '@tanstack/react-query';
import { useState, useEffect, useEffectEvent } from 'react';
import { useTranslation, Trans } from 'react-i18next';
import { AlertIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { Scope } from '../service-accounts/scopes.ts';
import { projectsQuery } from '../projects/queries.ts';
import { ScopeChoice } from '../service-accounts/scope-choice.tsx';
import { createCredentials } from './queries.ts';
import type { TimedCredentials } from './queries.ts';
import styles from './credentials-card.module.css';

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

type CredentialsCardProps = {
  credentials: TimedCredentials;
  name: string;
  readOnly: boolean;
  onExpired: () => void;
};

function CredentialsCard({ credentials, name, readOnly, onExpired }: CredentialsCardProps) {
  const { t } = useTranslation();
  const { username, password, validForMs, deadlineMs } = credentials;
  const leftMs = useTimeLeft(deadlineMs);
  const expire = useEffectEvent(onExpired);
  useEffect(() => {
    if (leftMs === 0) expire();
  }, [leftMs]);
  const command = curlLine({ origin: window.location.origin, username, password, name, readOnly });

  return (
    <Stack gap="md" component="section" aria-labelledby="credentials-once">
      <Group justify="space-between" gap="xs">
        <Text fw={600} id="credentials-once">
          {t('access.shownOnce')}
        </Text>
        <Badge variant="light" size="lg" tt="none" role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {t('access.left', { time: formatTimeLeft(leftMs) })}
        </Badge>
        <VisuallyHidden component="output">
          {t('access.minutesLeft', { count: Math.ceil(leftMs / 60_000) })}
        </VisuallyHidden>
      </Group>
      <Progress value={(leftMs / validForMs) * 100} size="xs" aria-hidden />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SecretField label={t('access.username')} value={username} />
        <SecretField label={t('access.password')} value={password} />
      </SimpleGrid>
      <Stack gap={6}>
        <Group justify="space-between">
          <Text size="sm" fw={500}>
            {t('access.curl')}
          </Text>
          <CopyButton value={command} what={t('access.curlWhat')} />
        </Group>
        <code className={styles.command}>{command}</code>
      </Stack>
      <Text size="sm" c="dimmed">
        <Trans
          i18nKey="access.orDocs"
          components={{ docs: <Anchor href="/api/docs" target="_blank" rel="noopener" inherit underline="always" /> }}
        />
      </Text>
    </Stack>
  );
}

function SecretField({ label, value }: { label: string; value: string }) {
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      autoComplete="off"
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      rightSection={<CopyButton value={value} what={label} />}
      rightSectionWidth={44}
    />
  );
}

/** The milliseconds until a deadline, updated every second; 0 afterwards. */
function useTimeLeft(deadlineMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  const over = nowMs >= deadlineMs;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [over]);
  return Math.max(0, deadlineMs - nowMs);
}

function formatTimeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

type Exchange = { origin: string; username: string; password: string; name: string; readOnly: boolean };

/** The exchange of credentials for a token, as one shell command. */
function curlLine({ origin, username, password, name, readOnly }: Exchange): string {
  return [
    `curl ${origin}/api/token`,
    `-d username=${username}`,
    `-d password=${password}`,
    ...(name === '' ? [] : [`--data-urlencode ${quoted(`name=${name}`)}`]),
    ...(readOnly ? ['-d scope=read'] : []),
  ].join(' ');
}

/** In single quotes a shell takes everything literally except the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

type LimitChoiceProps = {
  /** Empty if the token is not limited. */
  project: string;
  chosen: Scope[];
  onProject: (pid: string) => void;
  onScopes: (scopes: Scope[]) => void;
};

/** Asks where a token works, and for what. */
function LimitChoice({ project, chosen, onProject, onScopes }: LimitChoiceProps) {
  const { t } = useTranslation();
  const projects = useInfiniteQuery(projectsQuery);
  const offered = projects.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Stack gap="md">
      <NativeSelect
        label={t('limits.label')}
        description={t('limits.hint')}
        value={project}
        onChange={(event) => onProject(event.currentTarget.value)}
        data={[
          { value: '', label: t('limits.everywhere') },
          ...offered.map(({ pid, name }) => ({ value: pid, label: name })),
        ]}
        maw="32rem"
      />
      {project === '' ? null : <ScopeChoice value={chosen} onChange={onScopes} />}
    </Stack>
  );
}
