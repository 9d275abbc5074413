import { Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../client/client.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { fieldsToFill, filledFrom, isAsked } from './answers/answers.ts';
import type { Filled } from './answers/answers.ts';
import { FieldInput } from './answers/field-input.tsx';
import { useFieldLabels } from './answers/field-labels.ts';
import styles from './field-card.module.css';
import type { FormKind } from './kinds.ts';

type FormPreviewProps = { kind: FormKind; title: string; description: string; fields: readonly Field[] };

/** The form as people will see it; nothing entered here is saved. */
export function FormPreview({ kind, title, description, fields }: FormPreviewProps) {
  const { t } = useTranslation();
  const labels = useFieldLabels({ kind });
  const [filled, setFilled] = useState<Filled>({});
  const values = { ...filledFrom(fields, null), ...filled };
  const asked = fieldsToFill(fields).filter((field) => isAsked(fields, field, values));
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} component="section" aria-labelledby="preview">
      <Title order={2} size="h4" id="preview">
        {t('manage.forms.preview')}
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        {t('manage.forms.previewLead')}
      </Text>
      <Stack gap="lg" className={styles.card}>
        <Text fw={650} size="lg">
          {title}
        </Text>
        <Markdown text={description} />
        {asked.map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            label={labels.label(field)}
            purpose={labels.purpose(field)}
            options={labels.options(field)}
            input={{
              value: values[field.key],
              onChange: (change: unknown) => setFilled({ ...values, [field.key]: enteredValue(change) }),
            }}
          />
        ))}
      </Stack>
    </Paper>
  );
}

/** Groups of choices pass their value, single inputs an event. */
function enteredValue(change: unknown): string | string[] {
  if (typeof change === 'string') return change;
  if (Array.isArray(change)) return change.map(String);
  const target =
    typeof change === 'object' && change !== null && 'currentTarget' in change ? change.currentTarget : null;
  return target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
    ? target.value
    : '';
}
