import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { affectedByOwnRights } from '../../keys.ts';
import { invalidate } from '../../ui/change.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { useMe } from '../people/queries.ts';
import { visitProvider } from '../oidc/queries.ts';
import { CodeForm } from '../sign-in/link-sent.tsx';
import { rememberReturnPath, safePath } from '../sign-in/return-path.ts';
import { requestSignInLink, signInWaysQuery, useMailMode } from '../sign-in/queries.ts';
import { PasskeyProblem } from './passkey-problem.tsx';
import { supportsPasskeys } from './passkey.ts';
import { confirmWithPasskey, ownSignInQuery } from './queries.ts';
import { RecoveryForm } from './recovery-form.tsx';

/**
 * Asks for a proof of identity: a passkey, or a mailed link or code that signs in again and leads back here. Where a
 * passkey is required, a link would start a session without the person's rights, so a recovery code is offered instead.
 */
export function ProofDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const { t, i18n } = useTranslation();
  // Null for suspended people, who may still download and erase their data.
  const me = useMe();
  const navigate = useNavigate();
  const context = useMailMode();
  const path = useLocation({ select: ({ href }) => href });
  const email = me?.email ?? '';
  const queryClient = useQueryClient();
  const confirming = useMutation({
    mutationFn: () => confirmWithPasskey.run(),
    onSuccess: () => {
      onEnd(true);
      if (me?.rights_withheld === true) void invalidate(queryClient, affectedByOwnRights);
    },
  });
  const asking = useMutation({
    mutationFn: () => requestSignInLink({ email, language: i18n.language, next: safePath(path) }),
  });
  const signInByMail = (): void => {
    onEnd(false);
    void navigate({ to: '/sign-in', search: {}, replace: true });
  };
  const provider = useQuery(signInWaysQuery).data?.provider ?? null;
  const own = useQuery({ ...ownSignInQuery, enabled: me !== null });
  const leaving = useMutation({
    mutationFn: visitProvider,
    onSuccess: ({ url }) => {
      rememberReturnPath(path);
      window.location.assign(url);
    },
  });
  if (me !== null && own.isPending) return null;
  const hasPasskey = supportsPasskeys() && own.data?.passkeys !== 0;
  const onlyPasskey = own.data !== undefined && own.data.passkey_required && own.data.passkeys > 0;
  return (
    <Modal
      opened
      onClose={() => onEnd(false)}
      title={t('security.proof.title')}
      radius="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="lg">
        <Text>
          {me === null
            ? t('security.proof.textSuspended', { context })
            : onlyPasskey
              ? t('security.proof.textPasskey')
              : hasPasskey
                ? t('security.proof.text', { context, email })
                : t('security.proof.textMail', { context, email })}
        </Text>
        <PasskeyProblem error={confirming.error} />
        {asking.isError ? <ProblemAlert error={asking.error} /> : null}
        {leaving.isError ? <ProblemAlert error={leaving.error} /> : null}
        {asking.isSuccess ? (
          <>
            <output className="muster-notice">{t('security.proof.sent', { context, email })}</output>
            <CodeForm email={email} mail={asking.data.mail} onDone={() => onEnd(true)} />
          </>
        ) : null}
        {onlyPasskey && own.data.recovery_codes > 0 ? <RecoveryForm onDone={() => onEnd(true)} /> : null}
        <Group justify="flex-end">
          {onlyPasskey || asking.isSuccess ? null : (
            <Button
              variant={hasPasskey ? 'default' : 'filled'}
              loading={asking.isPending}
              onClick={me === null ? signInByMail : () => asking.mutate()}
            >
              {t('security.proof.mail', { context })}
            </Button>
          )}
          {provider === null || onlyPasskey ? null : (
            <Button variant="default" loading={leaving.isPending || leaving.isSuccess} onClick={() => leaving.mutate()}>
              {t('signIn.with', { name: provider.name })}
            </Button>
          )}
          {hasPasskey ? (
            <Button loading={confirming.isPending} onClick={() => confirming.mutate()}>
              {t('security.usePasskey')}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  );
}
