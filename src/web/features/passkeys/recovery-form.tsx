import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../ui/change.ts';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { confirmWithRecoveryCode } from './queries.ts';

/** Helps somebody who has lost their passkey. */
export function RecoveryForm({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const confirming = useChange(confirmWithRecoveryCode, {
    message: () => t('security.recovery.used'),
    ...(onDone !== undefined && { onDone }),
  });
  const isWrong = problemCode(confirming.error) === 'invalid_recovery_code';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') confirming.mutate(code.trim());
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          size="xs"
          label={t('security.recovery.code')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={isWrong ? t('security.recovery.codeWrong') : null}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
        <Button type="submit" size="xs" variant="default" loading={confirming.isPending}>
          {t('security.recovery.use')}
        </Button>
      </Group>
      {confirming.isError && !isWrong ? <ProblemAlert error={confirming.error} /> : null}
    </form>
  );
}
