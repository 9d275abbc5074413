import { NumberInput, SimpleGrid } from '@mantine/core';
import type { NumberInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type StaffingFieldsProps = { minimum: NumberInputProps; capacity: NumberInputProps };

/** How many people a task needs, and how many can join it. */
export function StaffingFields({ minimum, capacity }: StaffingFieldsProps) {
  const { t } = useTranslation();
  const shared = {
    max: 10_000,
    allowDecimal: false,
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
  } satisfies NumberInputProps;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        {...shared}
        {...minimum}
        label={t('signup.minPeople')}
        description={t('signup.minPeopleHint')}
        min={0}
      />
      <NumberInput
        {...shared}
        {...capacity}
        label={t('manage.tasks.capacity')}
        description={t('manage.tasks.capacityHint')}
        min={1}
        required
      />
    </SimpleGrid>
  );
}
