import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Form, OwnResponse } from '../../../../client/client.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import type { Editing } from '../../../ui/editing/editing.ts';
import { PageLink } from '../../../ui/links.tsx';
import { SentenceGap } from '../../../ui/sentence-gap.tsx';
import { filledFrom } from './answers.ts';
import type { Filled } from './answers.ts';
import { useFieldLabels } from './field-labels.ts';

type MealsNoticeProps = { form: Form; own: OwnResponse; editing: Editing<Filled> };

/** Which counts for the kitchen: the answer, or the dietary needs that people keep in their account. */
export function MealsNotice({ form, own: { answers, suggested }, editing }: MealsNoticeProps) {
  const { t, i18n } = useTranslation();
  const labels = useFieldLabels(form);
  const needs = suggested === null ? {} : suggestedFields(form, suggested);
  const isFilledIn = Object.entries(needs).every(([key, value]) => String(editing.form.values[key]) === String(value));
  if (form.kind !== 'meals') return null;
  if (suggested === null || (answers !== null && isFilledIn))
    return (
      <Text size="sm" c="dimmed">
        {t('project.forms.onlyHere')}
        <SentenceGap />
        <PageLink to="/me/dietary-habits" search={{ pid: form.pid, form: form.form }} inherit underline="always">
          {t('person.nav.dietaryHabits')}
        </PageLink>
      </Text>
    );
  if (answers === null)
    // What was restored may be from before the suggestion.
    return editing.restored && !isFilledIn ? null : (
      <output className="muster-notice">{t('project.forms.suggested')}</output>
    );
  const options = new Map(
    form.fields.flatMap((field) => labels.options(field)).map(({ value, label }) => [value, label]),
  );
  const words = Object.values(needs)
    .flat()
    .filter((word) => word !== '');
  const text = formatList(
    words.map((word) => options.get(word) ?? word),
    i18n.language,
  );
  return (
    <Group className="muster-notice" justify="space-between" gap="sm">
      <span>
        {words.length === 0 ? t('project.forms.needsCleared') : t('project.forms.needsChanged', { needs: text })}
      </span>
      <Button size="xs" variant="default" onClick={() => editing.form.setValues(needs)}>
        {t('project.forms.useNeeds')}
      </Button>
    </Group>
  );
}

const suggestedFields = (form: Form, suggested: Record<string, unknown>): Filled =>
  filledFrom(
    form.fields.filter(({ key }) => key in suggested),
    suggested,
  );
