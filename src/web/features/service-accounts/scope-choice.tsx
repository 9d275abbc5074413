import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isScope, scopes, scopeText } from './scopes.ts';
import type { Scope } from './scopes.ts';

type ScopeChoiceProps = { value: Scope[]; onChange: (value: Scope[]) => void; error?: ReactNode };

export function ScopeChoice({ value, onChange, error }: ScopeChoiceProps) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      label={t('accounts.scopes')}
      value={value}
      onChange={(chosen) => onChange(chosen.filter(isScope))}
      error={error}
      withAsterisk
    >
      <Stack gap="xs" mt="xs">
        {scopes.map((scope) => (
          <Checkbox key={scope} value={scope} label={scopeText(t, scope)} description={scope} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
