import { Image, Stack } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentTime } from '../../../../locales/format/dates.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useMe } from '../../people/queries.ts';
import { hasEnded } from '../../projects/current.ts';
import { projectQuery } from '../../projects/queries.ts';
import { guideFor, guideNames, guideQuery } from './guides.ts';
import styles from './help-page.module.css';
import type { Loading } from '../../../loading.ts';
import type { Project } from '../../../../client/client.ts';

export async function loadHelpPage({ me, language, load }: Loading) {
  const projects = await Promise.all((me?.projects ?? []).map(({ pid }) => load(projectQuery(pid))));
  await load(guideQuery(guideFor(me, overOf(projects, currentTime())), language));
}

export const loadGuidePage = async ({ language, load, params: { guide } }: Loading<'guide'>) => {
  const name = guideNames.find((one) => one === guide);
  if (name !== undefined) await load(guideQuery(name, language));
};

/** The projects that are over. */
const overOf = (projects: readonly Project[], now: string): ReadonlySet<string> =>
  new Set(projects.filter((project) => hasEnded(project, now)).map(({ pid }) => pid));

/** The guides of the folder `docs`, so that the installation has them in the version that it runs. */
export function HelpPage() {
  const { t, i18n } = useTranslation();
  const { guide } = useParams({ strict: false });
  const me = useMe();
  const [now] = useState(currentTime);
  const chosen = guideNames.find((one) => one === guide);
  const projects = useQueries({
    queries: chosen === undefined ? (me?.projects ?? []).map(({ pid }) => projectQuery(pid)) : [],
  });
  const known = projects.flatMap(({ data }) => data ?? []);
  const name = chosen ?? guideFor(me, overOf(known, now));
  const isKnown = projects.every(({ isPending }) => !isPending);
  const text = useQuery({ ...guideQuery(name, i18n.language), enabled: isKnown });
  usePageTitle(t('shell.guides.title'));
  return (
    <>
      <PageHeading title={t('shell.guides.title')} lead={t('shell.guides.lead')} />
      <nav aria-label={t('shell.guides.title')} className={styles.choices}>
        {guideNames.map((one) => (
          <ButtonLink
            key={one}
            to="/help/$guide"
            params={{ guide: one }}
            variant={one === name ? 'filled' : 'default'}
            aria-current={one === name ? 'page' : undefined}
            size="xs"
          >
            {t(`shell.guides.${one}`)}
          </ButtonLink>
        ))}
      </nav>
      <Loaded query={text}>
        {({ language, parts }) => (
          <Stack component="article" lang={language} gap="md" maw="44rem">
            {parts.map((part) =>
              'src' in part ? (
                <Image key={part.src} src={part.src} alt={part.alt} loading="lazy" className={styles.picture} />
              ) : (
                <Markdown key={part.text} text={part.text} wholePage />
              ),
            )}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** The same with the guide that the address names. */
export const GuidePage = HelpPage;
