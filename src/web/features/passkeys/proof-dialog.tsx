import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../api.ts';
import { isLanguage } from '../../ui/i18n.ts';
import { ProblemAlert } from '../../ui/problem.tsx';
import { useMe } from '../people/queries.ts';
import { rememberReturnPath } from '../sign-in/return-path.ts';
import { useMailWay } from '../sign-in/queries.ts';
import { PasskeyProblem } from './passkey-problem.tsx';
import { browserKnowsPasskeys, confirmWithPasskey } from './passkey.ts';

/** A passkey answers at once; a mailed link signs in anew, and leads back to this page. */
export function ProofDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const { t, i18n } = useTranslation();
  const me = useMe();
  const context = useMailWay();
  const path = useLocation({ select: ({ href }) => href });
  const email = me?.email ?? '';
  const confirming = useMutation({ mutationFn: confirmWithPasskey, onSuccess: () => onEnd(true) });
  const asking = useMutation({
    mutationFn: () =>
      call('request_sign_in_link', { body: { email, language: isLanguage(i18n.language) ? i18n.language : 'en' } }),
    onSuccess: () => rememberReturnPath(path),
  });
  return (
    <Modal
      opened
      onClose={() => onEnd(false)}
      title={t('security.proof.title')}
      radius="lg"
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="lg">
        <Text>{t('security.proof.text', { context, email })}</Text>
        <PasskeyProblem error={confirming.error} />
        {asking.isError ? <ProblemAlert error={asking.error} /> : null}
        {asking.isSuccess ? (
          <output className="muster-notice">{t('security.proof.sent', { context, email })}</output>
        ) : null}
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={asking.isPending}
            disabled={asking.isSuccess}
            onClick={() => asking.mutate()}
          >
            {t('security.proof.mail')}
          </Button>
          {browserKnowsPasskeys() ? (
            <Button loading={confirming.isPending} onClick={() => confirming.mutate()}>
              {t('security.usePasskey')}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  );
}
