import { Alert, Button, Center, Container, EmptyState, Loader, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { discardDraftsOfPage, pageHasDraft } from '../../ui/editing/draft-storage.ts';
import { CompassIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { HideBelow, UntilSlow } from '../../ui/page-state.tsx';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  usePageTitle(t('notFound.title'));
  return (
    <EmptyState
      variant="light"
      size="lg"
      py="xl"
      icon={<CompassIcon size={32} />}
      title={
        <Title order={1} tabIndex={-1}>
          {t('notFound.title')}
        </Title>
      }
      description={t('notFound.text')}
    >
      <EmptyState.Actions>
        <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
      </EmptyState.Actions>
    </EmptyState>
  );
}

/** For errors that no page handles, such as a server that cannot be reached. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const queryClient = useQueryClient();
  usePageTitle(t('problems.title'));
  const retry = async () => {
    await queryClient.resetQueries();
    await router.invalidate();
  };
  return (
    <Container size="xs" py="xl">
      <Stack>
        <ProblemAlert error={error} onRetry={() => void retry()} />
        {problemCode(error) === '' && pageHasDraft() ? <DiscardDraft /> : null}
        <Button variant="subtle" onClick={() => window.location.reload()}>
          {t('problems.reload')}
        </Button>
      </Stack>
    </Container>
  );
}

/** A draft that breaks its page would break it again after every reload. */
function DiscardDraft() {
  const { t } = useTranslation();
  const discard = () => {
    discardDraftsOfPage();
    window.location.reload();
  };
  return (
    <Alert variant="outline" title={t('problems.draftTitle')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('problems.draftText')}</Text>
        <Button size="xs" variant="default" onClick={discard}>
          {t('problems.discardDraft')}
        </Button>
      </Stack>
    </Alert>
  );
}

export function LoadingPage() {
  const { t } = useTranslation();
  return (
    <UntilSlow>
      <Center mih="40vh" component="output" className="muster-loading" aria-label={t('shell.loading')}>
        <HideBelow />
        <Loader />
      </Center>
    </UntilSlow>
  );
}
