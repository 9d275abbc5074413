import { Checkbox, SimpleGrid, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DietaryHabit, DietaryHabits } from '../../../client/client.ts';
import { read } from '../../api.ts';
import { ifMatch } from '../../ui/editing/editing.ts';
import type { Version } from '../../ui/editing/editing.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { habitLabel, habitsQuery } from './dietary-habits.ts';
import { RecordForm, Section } from './record-page.tsx';
import type { RecordWords } from './record-page.tsx';

async function load(): Promise<Version<DietaryHabits>> {
  const { body, etag } = await read('get_dietary_habits', {});
  return { values: body, etag };
}

async function save(body: DietaryHabits, etag: string | undefined): Promise<Version<DietaryHabits>> {
  const answer = await read('put_dietary_habits', { body, ...ifMatch(etag) });
  return { values: answer.body, etag: answer.etag };
}

export function DietaryHabitsPage() {
  const { t } = useTranslation();
  const catalogue = useQuery(habitsQuery);
  return (
    <Section
      title={t('person.nav.dietaryHabits')}
      lead={t('person.dietaryHabits.lead')}
      seen={t('person.dietaryHabits.seen')}
    >
      <Loaded query={catalogue} alone={false}>
        {({ data }) => <HabitsForm catalogue={data} />}
      </Loaded>
    </Section>
  );
}

function HabitsForm({ catalogue }: { catalogue: DietaryHabit[] }) {
  const { t, i18n } = useTranslation();
  const labelOf = (habit: DietaryHabit) => habitLabel(habit, i18n.language);
  const words: RecordWords<DietaryHabits> = {
    selected: {
      label: t('person.dietaryHabits.selected'),
      show: (chosen) =>
        catalogue
          .filter(({ code }) => chosen.includes(code))
          .map(labelOf)
          .join(', '),
    },
    note: { label: t('person.dietaryHabits.note'), wrong: t('person.tooLong', { count: 1000 }) },
  };
  return (
    <RecordForm<DietaryHabits> name="dietary-habits" place="tab" {...{ load, save, words }}>
      {(form) => (
        <>
          <Checkbox.Group
            {...form.getInputProps('selected')}
            label={t('person.dietaryHabits.selected')}
            description={t('person.dietaryHabits.selectedHint')}
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="sm">
              {catalogue.map((habit) => (
                <Checkbox key={habit.code} value={habit.code} label={labelOf(habit)} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          <Textarea {...form.getInputProps('note')} label={t('person.dietaryHabits.note')} autosize minRows={3} />
        </>
      )}
    </RecordForm>
  );
}
