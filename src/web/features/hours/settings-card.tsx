import { Button, Group, MultiSelect, NumberInput, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from 'virtual:locales';
import type { CertificateSettings } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
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

function SettingsForm({ pid, settings }: { pid: string; settings: CertificateSettings }) {
  const { t } = useTranslation();
  const [text, setText] = useState(settings.text);
  const [hours, setHours] = useState<number | string>(settings.max_hours ?? '');
  const [chosen, setChosen] = useState<string[]>(settings.languages ?? []);
  const save = useChange(saveSettings(pid), { message: () => t('hours.settings.saved') });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({
          text,
          max_hours: typeof hours === 'number' ? hours : null,
          languages: chosen.flatMap((one) => languages.find(({ code }) => code === one)?.code ?? []),
        });
      }}
    >
      <Stack gap="md">
        <Textarea
          label={t('hours.settings.text')}
          description={t('hours.settings.textHint')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={600}
          autosize
          minRows={2}
        />
        <NumberInput
          label={t('hours.settings.maxHours')}
          description={t('hours.settings.maxHoursHint')}
          value={hours}
          onChange={setHours}
          min={1}
          max={1000}
          allowDecimal={false}
        />
        <MultiSelect
          label={t('hours.settings.languages')}
          description={t('hours.settings.languagesHint')}
          value={chosen}
          onChange={setChosen}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
          maxValues={3}
          clearable
          clearButtonProps={{ 'aria-label': t('hours.settings.languagesClear') }}
        />
        {save.isError ? <ProblemAlert error={save.error} /> : null}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('hours.settings.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
