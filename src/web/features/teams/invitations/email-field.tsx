import { Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../../locales/format/lists.ts';
import type { EmailList } from './email-list.ts';
import { maxEmails } from './emails.ts';

type EmailFieldProps = { list: EmailList; disabled: boolean; onChange?: () => void };

const maxShown = 20;

/** A text field for mail addresses; text that is not an address is listed, so that nothing is silently dropped. */
export function EmailField({ list, disabled, onChange }: EmailFieldProps) {
  const { t, i18n } = useTranslation();
  const { people, bad, ignored } = list;
  const words = bad.map(({ word, line }) => (line === undefined ? word : t('manage.paste.atLine', { word, line })));
  const shown = formatList([...words.slice(0, maxShown), ...(bad.length > maxShown ? ['…'] : [])], i18n.language);
  const tooMany = people.length > maxEmails ? t('manage.paste.tooMany', { count: maxEmails }) : undefined;
  return (
    <>
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
          list.setText(event.currentTarget.value);
          onChange?.();
        }}
        error={tooMany ?? (bad.length === 0 ? undefined : t('manage.paste.others', { words: shown }))}
        errorProps={{ className: 'muster-breaks' }}
      />
      {ignored.length === 0 ? null : (
        <Text size="sm" c="dimmed">
          {t('manage.paste.ignored', { columns: formatList(ignored.slice(0, maxShown), i18n.language) })}
        </Text>
      )}
    </>
  );
}
