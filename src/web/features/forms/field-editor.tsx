import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Editing } from '../../ui/editing/editing.ts';
import { deciding, fieldTypes, optionsOf } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import { slugOf } from '../../../shared/slug.ts';
import styles from './field-card.module.css';

type FieldEditorProps = { form: Editing<FormValues>['form']; index: number };

/** A key suggested from the question; empty for one without Latin letters. */
const keyOf = (label: string): string =>
  slugOf(label)
    .replaceAll('-', '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40);

export function FieldEditor({ form, index }: FieldEditorProps) {
  const { t } = useTranslation();
  const field = form.values.fields[index];
  if (field === undefined) return null;
  const input = (name: string) => form.getInputProps(`fields.${index}.${name}`);
  const tick = (name: string) => form.getInputProps(`fields.${index}.${name}`, { type: 'checkbox' });
  const number = index + 1;
  const move = (to: number) => form.reorderListItem('fields', { from: index, to });
  const chooses = field.type === 'choice' || field.type === 'choices';
  return (
    <fieldset className={styles.card}>
      <Text component="legend" fw={600} size="sm" px={6}>
        {t('manage.forms.field', { number })}
      </Text>
      <Stack gap="md">
        <TextInput
          {...input('label')}
          label={t('manage.forms.label')}
          maxLength={200}
          required
          onBlur={() => {
            if (field.key === '') form.setFieldValue(`fields.${index}.key`, keyOf(field.label));
          }}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            {...input('type')}
            label={t('manage.forms.type')}
            data={fieldTypes.map((value) => ({ value, label: t(`manage.forms.types.${value}`) }))}
            allowDeselect={false}
          />
          <TextInput
            {...input('key')}
            label={t('manage.forms.key')}
            maxLength={40}
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </SimpleGrid>
        <Textarea {...input('help')} label={t('manage.forms.help')} maxLength={2000} autosize minRows={1} />
        {chooses ? (
          <Textarea
            {...input('options')}
            label={t('manage.forms.options')}
            description={t('manage.forms.optionsHint')}
            autosize
            minRows={3}
            required
          />
        ) : null}
        {field.type === 'text' ? (
          <NumberInput
            {...input('max_length')}
            label={t('manage.forms.maxLength')}
            min={1}
            max={5000}
            maw="12rem"
            placeholder="1000"
          />
        ) : null}
        {field.type === 'number' ? (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberInput {...input('minimum')} label={t('manage.forms.minimum')} />
            <NumberInput {...input('maximum')} label={t('manage.forms.maximum')} />
          </SimpleGrid>
        ) : null}
        <Switch {...tick('required')} label={t('manage.forms.required')} />
        <Condition form={form} index={index} />
        {form.values.kind === 'application' ? null : (
          <Switch {...tick('private')} label={t('manage.forms.private')} description={t('manage.forms.privateHint')} />
        )}
        {field.private ? (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput {...input('purpose')} label={t('manage.forms.purpose')} maxLength={500} required />
            <TextInput {...input('erase_after')} type="date" label={t('manage.forms.eraseAfter')} required />
          </SimpleGrid>
        ) : null}
        <Group gap="xs">
          <SmallButton
            text="↑"
            label={t('manage.forms.up', { number })}
            disabled={index === 0}
            onClick={() => move(index - 1)}
          />
          <SmallButton
            text="↓"
            label={t('manage.forms.down', { number })}
            disabled={number === form.values.fields.length}
            onClick={() => move(index + 1)}
          />
          <SmallButton
            text={t('manage.remove')}
            label={t('manage.forms.removeField', { number })}
            onClick={() => form.removeListItem('fields', index)}
          />
        </Group>
      </Stack>
    </fieldset>
  );
}

/** Whether the question is always asked, or after which answers to an earlier one. */
function Condition({ form, index }: FieldEditorProps) {
  const { t } = useTranslation();
  const field = form.values.fields[index];
  const earlier = deciding(form.values.fields, index);
  if (field === undefined || earlier.length === 0) return null;
  const asked = earlier.find(({ key }) => key === field.when);
  const answers =
    asked?.type === 'yes_no'
      ? [
          { value: 'yes', label: t('project.forms.yes') },
          { value: 'no', label: t('project.forms.no') },
        ]
      : optionsOf(asked?.options ?? '');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        {...form.getInputProps(`fields.${index}.when`)}
        label={t('manage.forms.when')}
        data={[
          { value: '', label: t('manage.forms.whenAlways') },
          ...earlier.map(({ key, label }) => ({ value: key, label: t('manage.forms.whenAfter', { label }) })),
        ]}
      />
      {asked === undefined ? null : (
        <Checkbox.Group {...form.getInputProps(`fields.${index}.when_values`)} label={t('manage.forms.whenValues')}>
          <Group gap="md" mt="xs">
            {answers.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </SimpleGrid>
  );
}

type SmallButtonProps = { text: string; label: string; disabled?: boolean; onClick: () => void };

function SmallButton({ text, label, disabled = false, onClick }: SmallButtonProps) {
  return (
    <Button size="xs" variant="default" aria-label={label} disabled={disabled} onClick={onClick}>
      {text}
    </Button>
  );
}
