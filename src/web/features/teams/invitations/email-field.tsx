import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AddressList } from './email-list.ts';
import { mostAddresses } from './emails.ts';

type AddressFieldProps = { list: AddressList; disabled: boolean; onChange?: () => void };

const mostNamed = 20;

/** A list of addresses as people paste it; what is none of them is named, so that nothing is silently dropped. */
export function AddressField({ list, disabled, onChange }: AddressFieldProps) {
  const { t } = useTranslation();
  const { addresses, bad } = list;
  const words = [...bad.slice(0, mostNamed), ...(bad.length > mostNamed ? ['…'] : [])].join(', ');
  const tooMany = addresses.length > mostAddresses ? t('manage.paste.tooMany', { count: mostAddresses }) : undefined;
  return (
    <Textarea
      label={t('invite.label')}
      description={t('invite.hint')}
      placeholder={t('invite.placeholder')}
      autosize
      minRows={4}
      maxRows={12}
      value={list.text}
      disabled={disabled}
      spellCheck={false}
      onChange={(event) => {
        list.type(event.currentTarget.value);
        onChange?.();
      }}
      error={tooMany ?? (bad.length === 0 ? undefined : t('manage.paste.others', { words }))}
      errorProps={{ className: 'muster-breaks' }}
    />
  );
}
