import { Badge, Group, Paper, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from 'virtual:locales';
import type { Translations } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm, Unsaved } from '../../ui/editing/editing-form.tsx';
import { isLanguage, languageName } from '../../ui/i18n.ts';
import type { Language } from '../../ui/i18n.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { editTranslations, translationsQuery } from './queries.ts';
import type { TextKind } from './queries.ts';

type LanguageSelectProps = { value: Language; onChange: (language: Language) => void };

export function LanguageSelect({ value, onChange }: LanguageSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('translations.language')}
      data={languages.map(({ code, name }) => ({ value: code, label: name }))}
      value={value}
      onChange={(chosen) => {
        if (isLanguage(chosen)) onChange(chosen);
      }}
      allowDeselect={false}
      maw={{ xs: '16rem' }}
    />
  );
}

type About = { pid: string; kind: TextKind; id: string };

/** The originals at the left, their translations at the right. */
export function TranslationForm({ start, ...about }: About & { start?: Language | undefined }) {
  const { pid, kind, id } = about;
  const { i18n } = useTranslation();
  const query = useQuery(translationsQuery(pid, kind, id));
  const [chosen, setChosen] = useState(start);
  return (
    <Loaded query={query} embedded>
      {(version) => {
        const language = chosen ?? translatedTo(version.body) ?? otherThan(i18n.language);
        return (
          <Stack gap="lg">
            <LanguageSelect value={language} onChange={setChosen} />
            <Fields key={language} {...{ ...about, version, language }} />
          </Stack>
        );
      }}
    </Loaded>
  );
}

const translatedTo = ({ translations }: Translations): Language | undefined =>
  Object.keys(translations).find((language) => isLanguage(language));

/** Most events translate to English, or from English to the language of their country. */
export const otherThan = (language: string): Language =>
  language === 'en' ? (languages.find(({ code }) => code !== 'en')?.code ?? 'en') : 'en';

type Values = { texts: string[] };
type FieldsProps = About & { version: Versioned<Translations>; language: Language };

function Fields({ pid, kind, id, version, language }: FieldsProps) {
  const { t } = useTranslation();
  const { fields, outdated } = version.body;
  const record = editTranslations(pid, kind, id);
  const versionOf = ({ body, etag }: Versioned<Translations>) => ({
    values: { texts: fields.map(({ field }) => body.translations[language]?.[field] ?? '') },
    etag,
  });
  const editing = useEditing<Values>({
    draft: `translation:${pid}/${kind}/${id}/${language}`,
    current: versionOf(version),
    load: async () => versionOf(await record.load()),
    save: async ({ texts }, etag) => {
      const given = fields.map(({ field }, index): [string, string] => [field, texts[index] ?? '']);
      return versionOf(await record.save({ language, texts: Object.fromEntries(given) }, etag));
    },
    affects: record.affects,
    savedMessage: t('translations.saved'),
  });
  const { form } = editing;
  const changed = new Set(outdated.filter((one) => one.language === language).map(({ field }) => field));
  return (
    <EditingForm
      editing={editing}
      fields={{ texts: { label: languageName(language), show: (texts) => texts.join('\n') } }}
      action={t('translations.save')}
      disabled={!editing.dirty && changed.size === 0}
      beside={<Unsaved editing={editing} />}
    >
      <Stack gap="md">
        {fields.map(({ field, text, lines, max_length: maxLength }, index) => {
          const props = {
            ...form.getInputProps(`texts.${index}`),
            label: `${fieldName(t, field)} (${languageName(language)})`,
            lang: language,
            maxLength,
          };
          return (
            <SimpleGrid key={field} cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="xs">
              <div>
                <Group gap="xs">
                  <Text size="sm" fw={500}>
                    {fieldName(t, field)}
                  </Text>
                  <State isMissing={form.values.texts[index] === ''} isChanged={changed.has(field)} />
                </Group>
                <Paper withBorder p="xs" mah="24rem" style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }} tabIndex={0}>
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {text}
                  </Text>
                </Paper>
              </div>
              {lines ? <Textarea {...props} autosize minRows={2} maxRows={18} /> : <TextInput {...props} />}
            </SimpleGrid>
          );
        })}
      </Stack>
    </EditingForm>
  );
}

function State({ isMissing, isChanged }: { isMissing: boolean; isChanged: boolean }) {
  const { t } = useTranslation();
  if (isMissing)
    return (
      <Badge color="yellow" variant="light">
        {t('translations.missing')}
      </Badge>
    );
  return isChanged ? (
    <Badge color="red" variant="light">
      {t('translations.changed')}
    </Badge>
  ) : null;
}

const names = [
  'name',
  'title',
  'description',
  'public_description',
  'briefing',
  'body',
  'label',
  'help',
  'thanks',
] as const;

/** Fields of a form are named `fields.arrival.label`, and choices `fields.arrival.options.morning`. */
function fieldName(t: TFunction, field: string): string {
  if (/^fields\.\w+\.options\./.test(field)) return t('translations.fields.option');
  const found = names.find((name) => name === field.split('.').at(-1));
  return found === undefined ? field : t(`translations.fields.${found}`);
}
