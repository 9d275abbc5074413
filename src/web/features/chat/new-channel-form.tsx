import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from 'virtual:locales';
import type { NewChatChannel } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { fieldErrors, focusFirstError } from '../../ui/editing/field-errors.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { rejectsField } from '../../ui/problems/api-problem.ts';
import { addChannel } from './queries.ts';

const formats = ['detect', 'slack', 'mattermost', 'discord', 'matrix'] as const;
const topics = ['announcements', 'gaps'] as const;

type Values = {
  name: string;
  url: string;
  format: (typeof formats)[number];
  topics: (typeof topics)[number][];
  language: (typeof languages)[number]['code'];
};
type NewChannelFormProps = { pid: string; tid: string | null; onDone: () => void };

/** Not kept as a draft: the URL is a secret. */
export function NewChannelForm({ pid, tid, onDone }: NewChannelFormProps) {
  const { t, i18n } = useTranslation();
  const formId = useId();
  const add = useChange(addChannel(pid), { message: ({ name }) => t('chat.added', { name }), onDone });
  const form = useForm<Values>({
    initialValues: {
      name: '',
      url: '',
      format: 'detect',
      topics: [...topics],
      language: languages.find(({ code }) => code === i18n.language)?.code ?? 'en',
    },
    validate: {
      name: (name) => (name.trim() === '' ? t('chat.nameMissing') : null),
      url: (url) => (url.trim() === '' ? t('connections.urlRefused') : null),
      topics: (chosen) => (chosen.length === 0 ? t('chat.topicsMissing') : null),
    },
  });
  const known = ['url', 'format', 'name'].some((field) => rejectsField(add.error, field));
  const send = (values: Values) =>
    add.mutate(bodyOf(tid, values), {
      onError: (error) =>
        focusFirstError(formId, () =>
          form.setErrors(
            fieldErrors(error, {
              errorText: (field) =>
                field === 'url'
                  ? t('connections.urlRefused')
                  : field === 'format'
                    ? t('chat.formatUnknown')
                    : undefined,
            }),
          ),
        ),
    });
  return (
    <form id={formId} onSubmit={form.onSubmit(send, () => focusFirstError(formId))} noValidate>
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('name')}
          label={t('chat.name')}
          maxLength={100}
          placeholder="#helpers"
          required
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('url')}
          label={t('chat.url')}
          description={t('chat.urlHint')}
          type="url"
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <NativeSelect
          {...form.getInputProps('format')}
          label={t('chat.format')}
          data={formats.map((value) => ({ value, label: t(`chat.formats.${value}`) }))}
        />
        <Checkbox.Group {...form.getInputProps('topics')} label={t('chat.topics')}>
          <Stack gap="xs" mt={4}>
            {topics.map((topic) => (
              <Checkbox
                key={topic}
                value={topic}
                label={t(`chat.topic.${topic}`)}
                description={t(`chat.topicHint.${topic}`)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          {...form.getInputProps('language')}
          label={t('chat.language')}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        />
        {add.isError && !known ? <OrganiserProblem error={add.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={add.isPending}>
            {t('chat.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const bodyOf = (tid: string | null, { name, url, format, topics: chosen, language }: Values): NewChatChannel => ({
  tid,
  name: name.trim(),
  url: url.trim(),
  ...(format === 'detect' ? {} : { format }),
  topics: chosen,
  language,
});
