import { MultiSelect, NumberInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { languages } from 'virtual:locales';
import type { CertificateSettings } from '../../../client/client.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { useEditing } from '../../ui/editing/editing.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { saveSettings, settingsQuery } from './queries.ts';

export function SettingsCard({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const settings = useQuery(settingsQuery(pid));
  return (
    <TitledCard id="certificate-settings" title={t('hours.settings.title')} lead={t('hours.settings.lead')}>
      <Loaded query={settings} embedded>
        {(found) => <SettingsForm pid={pid} settings={found} />}
      </Loaded>
    </TitledCard>
  );
}

type Values = { text: string; max_hours: number | string; languages: string[] };

const valuesOf = ({ text, max_hours: hours, languages: chosen = [] }: CertificateSettings): Values => ({
  text,
  max_hours: hours ?? '',
  languages: chosen,
});

const bodyOf = ({ text, max_hours: hours, languages: chosen }: Values): CertificateSettings => ({
  text,
  max_hours: hours === '' ? null : Number(hours),
  languages: chosen.flatMap((one) => languages.find(({ code }) => code === one)?.code ?? []),
});

function SettingsForm({ pid, settings }: { pid: string; settings: CertificateSettings }) {
  const { t } = useTranslation();
  const { run, affects } = saveSettings(pid);
  const version = (found: CertificateSettings) => ({ values: valuesOf(found), etag: undefined });
  const editing = useEditing<Values>({
    draft: `certificate-settings:${pid}`,
    items: { languages: '' },
    current: version(settings),
    load: async () => version(settings),
    save: async (values) => version(await run(bodyOf(values))),
    affects,
    savedMessage: t('hours.settings.saved'),
  });
  const { form } = editing;
  return (
    <EditingForm editing={editing} fields={{}} action={t('hours.settings.save')}>
      <Textarea
        label={t('hours.settings.text')}
        description={t('hours.settings.textHint')}
        {...form.getInputProps('text')}
        maxLength={600}
        autosize
        minRows={2}
      />
      <NumberInput
        label={t('hours.settings.maxHours')}
        description={t('hours.settings.maxHoursHint')}
        {...form.getInputProps('max_hours')}
        min={1}
        max={1000}
        allowDecimal={false}
      />
      <MultiSelect
        label={t('hours.settings.languages')}
        description={t('hours.settings.languagesHint')}
        {...form.getInputProps('languages')}
        data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        maxValues={3}
        clearable
        clearButtonProps={{ 'aria-label': t('hours.settings.languagesClear') }}
      />
    </EditingForm>
  );
}
