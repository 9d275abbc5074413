import { NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { editProject } from './queries.ts';

type Values = { adult_age: number | ''; minors_latest_end: string; min_hours: number | '' };

const valuesOf = ({ adult_age, minors_latest_end, min_hours }: Project): Values => ({
  adult_age: adult_age ?? '',
  minors_latest_end: minors_latest_end ?? '',
  min_hours: min_hours ?? '',
});

/** Who needs a guardian and until when minors have tasks; how long everybody helps at least. */
export function MinorsCard({ project, etag }: { project: Project; etag: string | undefined }) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const record = editProject(pid);
  const versionOf = ({ body, etag: tag }: Versioned<Project>) => ({ values: valuesOf(body), etag: tag });
  const editing = useEditing<Values>({
    draft: `minors:${pid}`,
    current: versionOf({ body: project, etag }),
    load: async () => versionOf(await record.load()),
    save: async ({ adult_age: age, minors_latest_end: end, min_hours: hours }, tag) => {
      const body = {
        adult_age: age === '' ? null : age,
        minors_latest_end: end === '' ? null : end,
        min_hours: hours === '' ? null : hours,
      };
      return versionOf(await record.save(body, tag));
    },
    affects: record.affects,
    savedMessage: t('manage.saved'),
  });
  const { form } = editing;
  const texts = {
    adult_age: { label: t('guardians.setting.adultAge') },
    minors_latest_end: { label: t('guardians.setting.latestEnd') },
    min_hours: { label: t('guardians.setting.minHours') },
  };
  return (
    <TitledCard id="minors" title={t('guardians.setting.title')} lead={t('guardians.setting.lead')}>
      <EditingForm editing={editing} fields={texts} action={t('guardians.setting.save')} disabled={!editing.dirty}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            {...form.getInputProps('adult_age')}
            label={texts.adult_age.label}
            description={t('guardians.setting.adultAgeHint')}
            min={10}
            max={30}
            allowDecimal={false}
          />
          <TextInput
            {...form.getInputProps('minors_latest_end')}
            type="time"
            label={texts.minors_latest_end.label}
            description={t('guardians.setting.latestEndHint', { timezone })}
            disabled={form.values.adult_age === ''}
          />
          <NumberInput
            {...form.getInputProps('min_hours')}
            label={texts.min_hours.label}
            description={t('guardians.setting.minHoursHint')}
            min={1}
            max={1000}
            allowDecimal={false}
          />
        </SimpleGrid>
      </EditingForm>
    </TitledCard>
  );
}
