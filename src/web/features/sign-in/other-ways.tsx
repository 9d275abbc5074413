import { Button, Divider, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../api.ts';
import { KeyIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problem.tsx';
import { PasskeyProblem } from '../passkeys/passkey-problem.tsx';
import { browserKnowsPasskeys, signInWithPasskey } from '../passkeys/passkey.ts';
import { useEnter } from './after-sign-in.ts';
import { rememberReturnPath } from './return-path.ts';
import { waysQuery } from './queries.ts';

/** Ways in that need no address typed. */
export function OtherWays() {
  const { t } = useTranslation();
  const enter = useEnter();
  const { next } = useSearch({ from: '/sign-in' });
  const provider = useQuery(waysQuery).data?.provider ?? null;
  const byPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: enter });
  const leaving = useMutation({
    mutationFn: () => call('visit_provider', {}),
    onSuccess: ({ url }) => {
      rememberReturnPath(next);
      window.location.assign(url);
    },
  });
  const passkeys = browserKnowsPasskeys();
  if (!passkeys && provider === null) return null;
  return (
    <Stack gap="md">
      <Divider label={t('signIn.or')} />
      {passkeys ? (
        <Button
          variant="default"
          leftSection={<KeyIcon size={18} />}
          loading={byPasskey.isPending}
          onClick={() => byPasskey.mutate()}
          fullWidth
        >
          {t('signIn.passkey')}
        </Button>
      ) : null}
      <PasskeyProblem error={byPasskey.error} />
      {provider === null ? null : (
        <Button
          variant="default"
          loading={leaving.isPending || leaving.isSuccess}
          onClick={() => leaving.mutate()}
          fullWidth
        >
          {t('signIn.with', { name: provider.name })}
        </Button>
      )}
      {leaving.isError ? <ProblemAlert error={leaving.error} /> : null}
    </Stack>
  );
}
