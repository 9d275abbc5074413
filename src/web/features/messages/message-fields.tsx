import { maxMarkdown } from '../../../shared/limits.ts';
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import type { Editing } from '../../ui/editing/editing.ts';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { fieldsForOwners, mergeFields } from '../../../shared/merge-fields.ts';
import { maxSubject, problemsOf, wordInSingleBraces } from './message-values.ts';
import type { MessageValues } from './message-values.ts';

export function useMessageTexts() {
  const { t } = useTranslation();
  return {
    audience: { label: t('messagePages.to') },
    subject: { label: t('messagePages.subject') },
    body: { label: t('messagePages.body') },
    replies: { label: t('messagePages.replies') },
    send_at: { label: t('messagePages.sendAt') },
  };
}

export function useMessageValidation() {
  const { t } = useTranslation();
  const texts = {
    audience: t('messagePages.missingAudience'),
    subject: t('messagePages.missingSubject'),
    body: t('messagePages.missingBody'),
    unknownField: t('messagePages.unknownField'),
  };
  return (values: MessageValues) => problemsOf(values, texts);
}

/** Shows a hint and no error, because braces may be meant as they are. */
export function SingleBraces({ texts }: { texts: string[] }) {
  const { t } = useTranslation();
  const word = wordInSingleBraces(...texts);
  return word === undefined ? null : (
    <Text size="sm" fw={650} aria-live="polite">
      {t('messagePages.singleBraces', { word })}
    </Text>
  );
}

type MessageFieldsProps = { project: Project; form: Editing<MessageValues>['form']; email: string };

export function MessageFields({ project, form, email }: MessageFieldsProps) {
  const { t } = useTranslation();
  const texts = useMessageTexts();
  const { audience, body, replies } = form.values;
  const bodyRef = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number>(undefined);
  const bodyProps = form.getInputProps('body');
  /** At the caret, or at the end of a text that nobody has touched. Typing goes on after it. */
  const insert = (field: string) => {
    const at = Math.min(caret.current ?? body.length, body.length);
    const placeholder = `{{${field}}}`;
    flushSync(() => form.setFieldValue('body', body.slice(0, at) + placeholder + body.slice(at)));
    bodyRef.current?.focus();
    bodyRef.current?.setSelectionRange(at + placeholder.length, at + placeholder.length);
  };
  const error = form.errors['audience'];
  const fields = mergeFields.filter((field) => project.rights.see_people || !fieldsForOwners.includes(field));
  return (
    <>
      <AudienceFields
        project={project}
        value={audience}
        error={typeof error === 'string' ? error : undefined}
        onChange={(value) => form.setFieldValue('audience', value)}
      />
      <TextInput {...form.getInputProps('subject')} label={texts.subject.label} maxLength={maxSubject} required />
      <div>
        <MarkdownEditor
          {...bodyProps}
          ref={bodyRef}
          onBlur={(event) => {
            caret.current = event.currentTarget.selectionEnd;
            bodyProps.onBlur?.(event);
          }}
          value={body}
          label={texts.body.label}
          maxLength={maxMarkdown}
          required
        />
        <Group gap="xs" mt="xs">
          <Text size="sm" c="dimmed">
            {t('messagePages.insert')}
          </Text>
          {fields.map((field) => (
            <Button key={field} size="compact-xs" variant="default" onClick={() => insert(field)}>
              {t(`messagePages.fields.${field}`)}
            </Button>
          ))}
        </Group>
      </div>
      <SingleBraces texts={[form.values.subject, body]} />
      <Checkbox
        label={t('messagePages.repliesTo', { email })}
        description={t('messagePages.repliesHint')}
        checked={replies}
        onChange={(event) => form.setFieldValue('replies', event.currentTarget.checked)}
      />
      <TextInput
        {...form.getInputProps('send_at')}
        type="datetime-local"
        label={texts.send_at.label}
        description={t('messagePages.sendAtHint', { zone: project.timezone })}
        maw={{ xs: '24rem' }}
      />
    </>
  );
}
