import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { kindsQuery, placesQuery } from '../signup/queries.ts';
import { Entries } from './catalogue-list.tsx';
import { PlaceForm, SkillForm } from './entry-forms.tsx';
import { KindForm } from './kind-form.tsx';
import { rulesText } from './kind-rules.ts';
import { skillsQuery } from './queries.ts';

/** What tasks refer to: kinds with their rules, places and skills. */
export function CataloguePage() {
  const {
    t,
    i18n: { language },
  } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.kinds')} · ${project.name}`);
  const kinds = useQuery(kindsQuery(pid)).data ?? [];
  const places = useQuery(placesQuery(pid)).data ?? [];
  const skills = useQuery(skillsQuery(pid)).data ?? [];
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('manage.parts.kinds')} lead={t('catalogue.lead')} />
      <Stack gap="xl" maw="44rem">
        <Entries pid={pid} list="kinds" entries={kinds} about={(kind) => rulesText({ t, language }, kind, skills)}>
          {(kind, onDone) => <KindForm {...{ pid, kind, skills, onDone }} />}
        </Entries>
        <Entries pid={pid} list="places" entries={places}>
          {(place, onDone) => <PlaceForm {...{ pid, place, onDone }} />}
        </Entries>
        <Entries
          pid={pid}
          list="skills"
          entries={skills}
          about={({ granted }) => (granted ? t('catalogue.granted') : '')}
        >
          {(skill, onDone) => <SkillForm {...{ pid, skill, onDone }} />}
        </Entries>
      </Stack>
    </>
  );
}
