import { NativeSelect, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { fromZonedInput, toZonedInput } from '../../../locales/format/zoned-time.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { PageLink } from '../../ui/links.tsx';
import { editProject } from './queries.ts';

type Values = { call_opens_at: string; call_closes_at: string; wishes: string; decisions: string };

const valuesOf = (project: Project): Values => ({
  call_opens_at: toZonedInput(project.call_opens_at, project.timezone),
  call_closes_at: toZonedInput(project.call_closes_at, project.timezone),
  wishes: String(project.wishes),
  decisions: project.decisions,
});

/** When people apply, to how many teams, and when they learn the decisions. */
export function CallCard({ project, etag }: { project: Project; etag: string | undefined }) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const record = editProject(pid);
  const versionOf = ({ body, etag: tag }: Versioned<Project>) => ({ values: valuesOf(body), etag: tag });
  const editing = useEditing<Values>({
    draft: `call:${pid}`,
    current: versionOf({ body: project, etag }),
    load: async () => versionOf(await record.load()),
    save: async (values, tag) => {
      const body = {
        call_opens_at: fromZonedInput(values.call_opens_at, timezone),
        call_closes_at: fromZonedInput(values.call_closes_at, timezone),
        wishes: Number(values.wishes),
        decisions: values.decisions === 'together' ? ('together' as const) : ('at_once' as const),
      };
      return versionOf(await record.save(body, tag));
    },
    affects: record.affects,
    validate: ({ call_opens_at: opens, call_closes_at: closes }): Record<string, string> =>
      opens !== '' && closes !== '' && closes <= opens ? { call_closes_at: t('apply.setting.tooEarly') } : {},
    errorText: (field) => (field === 'decisions' ? t('apply.setting.publishFirst') : undefined),
    savedMessage: t('manage.saved'),
  });
  const { form } = editing;
  const texts = {
    call_opens_at: { label: t('apply.setting.opens') },
    call_closes_at: { label: t('apply.setting.closes') },
    wishes: { label: t('apply.setting.wishes') },
    decisions: { label: t('apply.setting.decisions') },
  };
  return (
    <TitledCard id="call" title={t('apply.setting.title')} lead={t('apply.setting.lead')}>
      <EditingForm editing={editing} fields={texts} action={t('apply.setting.save')} disabled={!editing.dirty}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            {...form.getInputProps('call_opens_at')}
            type="datetime-local"
            label={texts.call_opens_at.label}
            description={t('manage.forms.opensHint', { timezone })}
          />
          <TextInput
            {...form.getInputProps('call_closes_at')}
            type="datetime-local"
            label={texts.call_closes_at.label}
            description={t('apply.setting.closesHint')}
          />
        </SimpleGrid>
        <NativeSelect {...form.getInputProps('wishes')} label={texts.wishes.label} maw="16rem" data={['1', '2', '3']} />
        <Radio.Group {...form.getInputProps('decisions')} label={texts.decisions.label}>
          <Stack gap="sm" mt="xs">
            {(['at_once', 'together'] as const).map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`apply.setting.when.${value}`)}
                description={t(`apply.setting.when.${value}Hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="sm">
          <PageLink
            to="/projects/$pid/manage/forms/new"
            params={{ pid }}
            search={{ kind: 'application' }}
            inherit
            underline="always"
          >
            {t('apply.setting.questions')}
          </PageLink>
        </Text>
      </EditingForm>
    </TitledCard>
  );
}
