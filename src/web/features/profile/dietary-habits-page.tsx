import { Checkbox, SimpleGrid, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DietaryHabit, DietaryHabits } from '../../../client/client.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { EarlierMeals, loadEarlierMeals } from '../forms/answers/earlier-meals.tsx';
import { habitLabel } from './dietary-habits.ts';
import { dietaryHabitsQuery, dietaryHabitsRecord, recordQuery } from './queries.ts';
import { RecordForm, Section, unchanged } from './record-page.tsx';
import type { RecordFields } from './record-page.tsx';
import type { Loading } from '../../loading.ts';
import { loadSendingForm } from './back-to-form.tsx';

export const loadDietaryHabitsPage = ({ me, load, search }: Loading) =>
  Promise.all([
    load(dietaryHabitsQuery),
    load(recordQuery(dietaryHabitsRecord)),
    loadEarlierMeals(load, me),
    loadSendingForm(load, search),
  ]);

export function DietaryHabitsPage() {
  const { t } = useTranslation();
  const catalogue = useQuery(dietaryHabitsQuery);
  return (
    <Section
      title={t('person.nav.dietaryHabits')}
      lead={t('person.dietaryHabits.lead')}
      seen={t('person.dietaryHabits.seen')}
    >
      <Loaded query={catalogue} embedded>
        {({ data }) => <HabitsForm catalogue={data} />}
      </Loaded>
      <EarlierMeals />
    </Section>
  );
}

function HabitsForm({ catalogue }: { catalogue: DietaryHabit[] }) {
  const { t, i18n } = useTranslation();
  const labelOf = (habit: DietaryHabit) => habitLabel(habit, i18n.language);
  const fields: RecordFields<DietaryHabits> = {
    selected: {
      label: t('person.dietaryHabits.selected'),
      show: (chosen) => formatList(catalogue.filter(({ code }) => chosen.includes(code)).map(labelOf), i18n.language),
    },
    note: { label: t('person.dietaryHabits.note'), wrong: t('person.tooLong', { count: 1000 }) },
  };
  return (
    <RecordForm record={dietaryHabitsRecord} place="tab" toValues={unchanged} toBody={unchanged} fields={fields}>
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
