import { Button, EmptyState, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { EmptyStateProps } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../features/people/queries.ts';
import { problemStatus } from './problems/api-problem.ts';
import { CompassIcon } from './icons.tsx';
import { ButtonLink } from './links.tsx';
import { usePageTitle } from './page.tsx';
import { ProblemAlert } from './problems/problem.tsx';

type LoadedProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isError' | 'refetch'>;
  /** Within a page that has a heading of its own. */
  embedded?: boolean;
  children: (data: T) => ReactNode;
};

/** Shows a placeholder while a query loads, the error if it fails, and the children with its data. */
export function Loaded<T>({ query, embedded = false, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadError error={query.error} embedded={embedded} onRetry={() => void query.refetch()} />;
  return <LoadingPlaceholder />;
}

const slowAfterMs = 10_000;

/** Whether what shows this has been loading for ten seconds. */
export function useIsSlow(): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}

/** Shows the children while something loads. After ten seconds it says so, and what to do. */
export function UntilSlow({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  if (!useIsSlow()) return children;
  return (
    <Stack gap="sm" align="flex-start" component="output">
      <Text>{t('ui.slow')}</Text>
      <Button variant="default" onClick={() => window.location.reload()}>
        {t('problems.reload')}
      </Button>
    </Stack>
  );
}

/**
 * What is below something that is still loading would be pushed down, so it shows afterwards. The rule is in the page only
 * meanwhile: with it, browsers compute the styles of everything that follows an element whenever one is added or removed.
 */
export const HideBelow = () => (
  <style>{'main .muster-loading ~ *, main :has(.muster-loading) ~ * { visibility: hidden }'}</style>
);

/** Grey boxes while something loads. */
export const LoadingPlaceholder = () => (
  <UntilSlow>
    <Stack gap="md" className="muster-loading" aria-hidden="true">
      <HideBelow />
      <Skeleton h={32} w="50%" radius="md" />
      <Skeleton h={120} radius="lg" />
      <Skeleton h={120} radius="lg" />
    </Stack>
  </UntilSlow>
);

/** Lines end between words, as in headings, also in Japanese. */
const phrases = { textWrap: 'balance', wordBreak: 'auto-phrase' } as const;

/** In place of an empty list: that it is empty, and what to do about it. */
export function EmptyList(props: EmptyStateProps) {
  return (
    <Paper className="muster-surface" p="xl">
      <EmptyState variant="light" styles={{ title: phrases }} {...props} />
    </Paper>
  );
}

type LoadErrorProps = { error: unknown; embedded?: boolean; onRetry?: () => void };

/** Why something cannot be shown, and how to go on. */
export function LoadError({ error, embedded = false, onRetry }: LoadErrorProps) {
  const { t } = useTranslation();
  const me = useMe();
  const status = problemStatus(error);
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
        <Title order={embedded ? 2 : 1} size="h2" tabIndex={-1}>
          {title}
          {embedded ? null : <PageTitle title={title} />}
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

/** Only an error that is the whole page sets the title of the tab. */
function PageTitle({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}
