import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { ProjectDates } from '../project-dates.tsx';
import styles from './event-hero.module.css';

type EventHeroProps = { project: Project; actions?: ReactNode };

/** What an event says about itself: name, dates, place, picture and text. */
export function EventHero({ project, actions }: EventHeroProps) {
  const { t } = useTranslation();
  const { name, place, description, picture, timezone } = project;
  return (
    <Stack gap="xl">
      <div className={`${styles.hero} ${picture === null ? '' : styles.withPicture}`}>
        <div>
          <div className={styles.accent} aria-hidden />
          <Title order={1} tabIndex={-1} className={styles.name}>
            {name}
          </Title>
          <div className={styles.facts}>
            <ProjectDates project={project} />
            {place === '' ? null : <div>{place}</div>}
          </div>
          <Text c="dimmed" size="sm" mt={4}>
            {t('homes.front.zone', { zone: timezone })}
          </Text>
          {actions === undefined ? null : <Group mt="lg">{actions}</Group>}
        </div>
        {picture === null ? null : (
          <img
            className={styles.picture}
            src={picture.url}
            alt={picture.alt}
            width={picture.width}
            height={picture.height}
            fetchPriority="high"
          />
        )}
      </div>
      {description === '' ? null : (
        <Stack maw="44rem" gap="md">
          <Markdown text={description} />
        </Stack>
      )}
    </Stack>
  );
}
