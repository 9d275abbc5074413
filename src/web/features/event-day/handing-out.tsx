import { Button, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeskHandOut, DeskThing } from '../../../client/client.ts';
import { useFieldLabels } from '../forms/answers/field-labels.ts';
import type { Condition } from './day.ts';
import { formKindOf, withLeft } from './variants.ts';
import type { Variant } from './variants.ts';

/** A variant in words, such as `M · Straight`. */
export function useVariantName(handOut: DeskHandOut | undefined): (variant: Variant) => string {
  const { form_kind: kind, questions = [] } = handOut?.variants ?? {};
  const labels = useFieldLabels({ kind: formKindOf(kind) });
  return (variant) =>
    questions
      .map(({ options }, index) => {
        const value = variant[index] ?? '';
        return labels.option({ value, label: options.find((one) => one.value === value)?.label ?? value });
      })
      .join(' · ');
}

type VariantChoiceProps = { handOut: DeskHandOut; onChoose: (variant: Variant) => void };

/** What is there, for somebody who has not answered or whose variant is gone. */
export function VariantChoice({ handOut, onChoose }: VariantChoiceProps) {
  const { t } = useTranslation();
  const nameOf = useVariantName(handOut);
  const inStock = withLeft(handOut).filter(({ left }) => left !== 0);
  if (inStock.length === 0) return <Text>{t('desk.variants.none')}</Text>;
  return (
    <SimpleGrid
      cols={{ base: 2, xs: 3 }}
      spacing="xs"
      component="fieldset"
      bd={0}
      m={0}
      p={0}
      aria-label={t('desk.variants.choose')}
    >
      {inStock.map(({ variant, left }) => (
        <Button
          key={variant.join('\n')}
          size="md"
          h="auto"
          mih="3.25rem"
          py="xs"
          variant="default"
          styles={{ label: { whiteSpace: 'normal' } }}
          onClick={() => onChoose(variant)}
        >
          <span>
            {nameOf(variant)}
            {left === null ? null : (
              <Text span display="block" size="sm" c="dimmed">
                {t('desk.variants.left', { count: left })}
              </Text>
            )}
          </span>
        </Button>
      ))}
    </SimpleGrid>
  );
}

const conditions = ['ok', 'broken', 'lost'] as const;

type ConditionChoiceProps = { value: Condition; onChange: (condition: Condition) => void };

export function ConditionChoice({ value, onChange }: ConditionChoiceProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      aria-label={t('desk.loan.condition')}
      value={value}
      onChange={(chosen) => onChange(conditions.find((one) => one === chosen) ?? 'ok')}
      data={conditions.map((one) => ({ value: one, label: t(`desk.loan.conditions.${one}`) }))}
    />
  );
}

type ThingListProps = {
  things: readonly DeskThing[];
  label: (thing: DeskThing) => string;
  onPress: (thing: DeskThing) => void;
};

/** Things that were found by their label or by who has them. */
export function ThingList({ things, label, onPress }: ThingListProps) {
  const { t } = useTranslation();
  if (things.length === 0) return null;
  return (
    <Stack gap="xs">
      {things.map((thing) => (
        <Button
          key={thing.id}
          size="lg"
          h="auto"
          mih="3.25rem"
          py="xs"
          variant="default"
          onClick={() => onPress(thing)}
        >
          <span>
            {thing.label}
            <Text span display="block" size="sm" c="dimmed">
              {thing.lent_at === null ? t('desk.loan.there') : label(thing)}
            </Text>
          </span>
        </Button>
      ))}
    </Stack>
  );
}

type UndoProps = { canChange: boolean; onUndo: () => void; onChange: () => void };

/** Corrects a wrong person, or another size than they answered. */
export function UndoButtons({ canChange, onUndo, onChange }: UndoProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button variant="default" onClick={onUndo}>
          {t('desk.undo.button')}
        </Button>
        {canChange ? (
          <Button variant="default" onClick={onChange}>
            {t('desk.variants.other')}
          </Button>
        ) : null}
      </Group>
      <Text size="sm">{t('hints.wrongPerson')}</Text>
    </Stack>
  );
}
