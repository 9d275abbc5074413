import { EmptyState, Paper, Skeleton, Stack, Title } from '@mantine/core';
import type { EmptyStateProps } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../api.ts';
import { useMe } from '../features/people/queries.ts';
import { CompassIcon } from './icons.tsx';
import { ButtonLink } from './links.tsx';
import { usePageTitle } from './page.tsx';
import { ProblemAlert } from './problem.tsx';

type LoadedProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isError' | 'refetch'>;
  /** The heading of a page whose subject could not be shown; false within a page that has one. */
  alone?: boolean;
  children: (data: T) => ReactNode;
};

/** What a page shows while it waits, when the answer is no, and when it has come. */
export function Loaded<T>({ query, alone = true, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Refused error={query.error} alone={alone} onRetry={() => void query.refetch()} />;
  return <Waiting />;
}

export function Waiting() {
  return (
    <Stack gap="md" aria-hidden="true">
      <Skeleton h={32} w="50%" radius="md" />
      <Skeleton h={120} radius="lg" />
      <Skeleton h={120} radius="lg" />
    </Stack>
  );
}

/** What stands where a list would be: that it is empty, and what to do about it. */
export function Nothing(words: EmptyStateProps) {
  return (
    <Paper className="muster-surface" p="xl">
      <EmptyState variant="light" {...words} />
    </Paper>
  );
}

type RefusedProps = { error: unknown; alone?: boolean; onRetry?: () => void };

/** Why something cannot be shown, and where to ask. */
export function Refused({ error, alone = true, onRetry }: RefusedProps) {
  const { t } = useTranslation();
  const me = useMe();
  const status = error instanceof ApiProblem ? error.status : 0;
  if (status !== 403 && status !== 404) return <ProblemAlert error={error} {...(onRetry && { onRetry })} />;
  const forbidden = status === 403 && me !== null;
  const title = forbidden ? t('ui.forbiddenTitle') : t('ui.goneTitle');
  return (
    <EmptyState
      variant="light"
      size="lg"
      py="xl"
      icon={<CompassIcon size={32} />}
      title={
        <Title order={alone ? 1 : 2} size="h2" tabIndex={-1}>
          {title}
          {alone ? <Named title={title} /> : null}
        </Title>
      }
      description={forbidden ? t('ui.forbiddenText', { email: me.email }) : t('ui.goneText')}
    >
      <EmptyState.Actions>
        <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
      </EmptyState.Actions>
    </EmptyState>
  );
}

/** Only a refusal that is the whole page names the tab. */
function Named({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}
