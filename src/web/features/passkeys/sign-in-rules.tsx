import { Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiProblem, call } from '../../api.ts';
import { PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problem.tsx';

const key = ['admin', 'sign-in-rules'];

export function SignInRules() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const rules = useQuery({ queryKey: key, queryFn: () => call('get_sign_in_rules', {}) });
  const changing = useMutation({
    mutationFn: (passkeys_required: boolean) => call('put_sign_in_rules', { body: { passkeys_required } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(key, changed);
      notifications.show({ message: changed.passkeys_required ? t('security.rules.on') : t('security.rules.off') });
    },
  });
  const lacking = changing.error instanceof ApiProblem && changing.error.code === 'passkey_required';
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} component="section" aria-labelledby="sign-in-rules">
      <Title order={2} size="h4" id="sign-in-rules" mb="md">
        {t('security.rules.title')}
      </Title>
      <Loaded query={rules} alone={false}>
        {({ passkeys_required: required }) => (
          <Stack gap="md">
            <Switch
              label={t('security.rules.label')}
              description={t('security.rules.text')}
              checked={required}
              disabled={changing.isPending}
              onChange={(event) => changing.mutate(event.currentTarget.checked)}
            />
            {lacking ? (
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
