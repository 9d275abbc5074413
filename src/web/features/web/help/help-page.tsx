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

/** These texts are not typed by people, so a busy machine may take its time. */
const guideMaxMs = 5000;

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
  const over = projects.flatMap(({ data }) => (data !== undefined && hasEnded(data, now) ? [data.pid] : []));
  const name = chosen ?? guideFor(me, new Set(over));
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
                <Markdown key={part.text} text={part.text} maxMs={guideMaxMs} wholePage />
              ),
            )}
          </Stack>
        )}
      </Loaded>
    </>
  );
}
