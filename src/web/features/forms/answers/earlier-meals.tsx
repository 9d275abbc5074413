import { List } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../../ui/links.tsx';
import { useMe } from '../../people/queries.ts';
import { formsQuery } from '../queries.ts';
import { ownAnswerQuery } from './queries.ts';
import type { Loading } from '../../../loading.ts';
import type { FormEntry, Me } from '../../../../client/client.ts';

const needsLook = ({ kind, answered, rights }: FormEntry): boolean => kind === 'meals' && answered && rights.answer;

export const loadEarlierMeals = (load: Loading['load'], me: Me | null) =>
  Promise.all(
    (me?.projects ?? []).map(async ({ pid }) => {
      const forms = await load(formsQuery(pid));
      await Promise.all(forms.filter(needsLook).map(({ form }) => load(ownAnswerQuery(pid, form))));
    }),
  );

/** Open forms about meals that the person answered before they changed their dietary needs. */
export function EarlierMeals() {
  const { t } = useTranslation();
  const projects = useMe()?.projects ?? [];
  const forms = useQueries({ queries: projects.map(({ pid }) => formsQuery(pid)) });
  const answered = forms.flatMap(({ data = [] }) => data.filter(needsLook));
  const own = useQueries({ queries: answered.map(({ pid, form }) => ownAnswerQuery(pid, form)) });
  const earlier = answered.filter((_, index) => (own[index]?.data?.body.suggested ?? null) !== null);
  if (earlier.length === 0) return null;
  const names = new Map(projects.map(({ pid, name }) => [pid, name]));
  return (
    <output className="muster-notice">
      {t('person.dietaryHabits.earlier')}
      <List mt="xs" spacing={4}>
        {earlier.map(({ pid, form, title }) => (
          <List.Item key={`${pid}/${form}`}>
            {`${title} · ${names.get(pid) ?? pid}`}{' '}
            <PageLink
              to="/projects/$pid/forms/$form"
              params={{ pid, form }}
              underline="always"
              aria-label={t('person.dietaryHabits.updateWhat', { form: title })}
            >
              {t('person.dietaryHabits.update')}
            </PageLink>
          </List.Item>
        ))}
      </List>
    </output>
  );
}
