import { Button, Divider, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { KeyIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { PasskeyProblem } from '../passkeys/passkey-problem.tsx';
import { visitProvider } from '../oidc/queries.ts';
import { supportsPasskeys } from '../passkeys/passkey.ts';
import { signInWithPasskey } from '../passkeys/queries.ts';
import { useAfterSignIn } from './after-sign-in.ts';
import { rememberReturnPath } from './return-path.ts';
import { signInWaysQuery } from './queries.ts';

/** Ways to sign in without a mail address. */
export function OtherWays() {
  const { t } = useTranslation();
  const afterSignIn = useAfterSignIn();
  const { next } = useSearch({ from: '/sign-in' });
  const provider = useQuery(signInWaysQuery).data?.provider ?? null;
  const byPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: () => afterSignIn() });
  const leaving = useMutation({
    mutationFn: visitProvider,
    onSuccess: ({ url }) => {
      rememberReturnPath(next);
      window.location.assign(url);
    },
  });
  const passkeys = supportsPasskeys();
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
