import { Group, Input, SegmentedControl, Text, Textarea } from '@mantine/core';
import type { TextareaProps } from '@mantine/core';
import { useId, useState } from 'react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../locales/format/numbers.ts';
import { Markdown } from './markdown.tsx';
import styles from './markdown-editor.module.css';

type MarkdownEditorProps = Omit<TextareaProps, 'value'> & {
  ref?: Ref<HTMLTextAreaElement>;
  label: string;
  value: string;
  maxLength: number;
};

/** A Markdown text with a preview. */
export function MarkdownEditor({ label, description, error, value, maxLength, ...rest }: MarkdownEditorProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [mode, setMode] = useState('write');
  return (
    <div>
      <Group justify="space-between" align="flex-end" mb={6} gap="xs" wrap="nowrap">
        <div>
          <Input.Label htmlFor={id} required={rest.required === true}>
            {label}
          </Input.Label>
          {description === undefined ? null : <Input.Description>{description}</Input.Description>}
        </div>
        <SegmentedControl
          flex="none"
          styles={{ label: { whiteSpace: 'nowrap' } }}
          size="xs"
          value={mode}
          onChange={setMode}
          aria-label={t('ui.markdown.mode', { label })}
          data={[
            { value: 'write', label: t('ui.markdown.write') },
            { value: 'preview', label: t('ui.markdown.preview') },
          ]}
        />
      </Group>
      <Textarea
        {...rest}
        id={id}
        value={value}
        error={error}
        autosize
        minRows={5}
        maxRows={24}
        display={mode === 'write' ? undefined : 'none'}
      />
      {mode === 'write' ? null : (
        <section className={styles.preview} aria-label={t('ui.markdown.previewOf', { label })}>
          {value.trim() === '' ? <Text c="dimmed">{t('ui.markdown.empty')}</Text> : <Markdown text={value} />}
        </section>
      )}
      <Group justify="space-between" mt={4} gap="xs">
        <Text size="xs" c="dimmed">
          {t('ui.markdown.hint')}
        </Text>
        <Text size="xs" c={value.length > maxLength ? 'var(--mantine-color-error)' : 'dimmed'}>
          {t('ui.markdown.length', {
            length: formatNumber(value.length, i18n.language),
            most: formatNumber(maxLength, i18n.language),
          })}
        </Text>
      </Group>
    </div>
  );
}
