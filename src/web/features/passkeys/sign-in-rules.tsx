import { Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { invalidate } from '../../ui/change.ts';
import { PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { SavedAtOnce } from '../../ui/editing/saved-at-once.tsx';
import { useMailMode } from '../sign-in/queries.ts';
import { setPasskeysRequired, signInRulesQuery } from './queries.ts';

export function SignInRules() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const context = useMailMode();
  const rules = useQuery(signInRulesQuery);
  const changing = useMutation({
    mutationFn: setPasskeysRequired.run,
    onSuccess: (changed) => {
      queryClient.setQueryData(signInRulesQuery.queryKey, changed);
      void invalidate(queryClient, setPasskeysRequired.affects);
      notifications.show({ message: changed.passkeys_required ? t('security.rules.on') : t('security.rules.off') });
    },
  });
  const lacksPasskey = problemCode(changing.error) === 'passkey_required';
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} component="section" aria-labelledby="sign-in-rules">
      <Title order={2} size="h4" id="sign-in-rules" mb="md">
        {t('security.rules.title')}
      </Title>
      <Loaded query={rules} embedded>
        {({ passkeys_required: required }) => (
          <Stack gap="md">
            <Switch
              label={t('security.rules.label')}
              description={t('security.rules.text', { context })}
              checked={required}
              disabled={changing.isPending}
              onChange={(event) => changing.mutate(event.currentTarget.checked)}
            />
            <SavedAtOnce />
            {lacksPasskey ? (
              <Group gap="xs" role="alert">
                <Text size="sm">{t('security.rules.lacking')}</Text>
                <PageLink size="sm" to="/me/security">
                  {t('person.nav.security')}
                </PageLink>
              </Group>
            ) : changing.isError ? (
              <ProblemAlert error={changing.error} />
            ) : null}
          </Stack>
        )}
      </Loaded>
    </Paper>
  );
}
