import { Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressesIn, mostAddresses } from './addresses.ts';

type AddressFieldProps = { value: string; disabled: boolean; onChange: (text: string) => void };

/** A list of addresses as people paste it; what is none of them is named, so that nothing is silently dropped. */
export function AddressField({ value, disabled, onChange }: AddressFieldProps) {
  const { t } = useTranslation();
  const { addresses, others } = addressesIn(value);
  return (
    <div>
      <Textarea
        label={t('invite.label')}
        description={t('invite.hint')}
        placeholder={t('invite.placeholder')}
        autosize
        minRows={4}
        maxRows={12}
        value={value}
        disabled={disabled}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={addresses.length > mostAddresses ? t('manage.paste.tooMany', { count: mostAddresses }) : undefined}
      />
      {others.length === 0 ? null : (
        <Text size="sm" c="var(--mantine-color-error)" mt={4}>
          {t('manage.paste.others', { words: others.slice(0, 5).join(', ') })}
        </Text>
      )}
    </div>
  );
}
