import { Group, Paper, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ListIcon, PeopleIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { FrontPage } from '../projects/event/front-page.tsx';
import { currentProjectQuery } from '../projects/queries.ts';
import { loadThanksLink } from '../thanks/thanks-link.tsx';
import { NotSetUp } from '../sign-in/not-set-up.tsx';
import gathering from './gathering.svg';
import styles from './front.module.css';
import type { Loading } from '../../loading.ts';
import { latestAnnouncementsQuery } from '../announcements/queries.ts';
import { signInWaysQuery } from '../sign-in/queries.ts';
import { teamsQuery } from '../teams/queries.ts';

export async function loadFront(load: Loading['load']) {
  const project = await load(currentProjectQuery);
  await (project === null
    ? load(signInWaysQuery)
    : Promise.all([
        load(latestAnnouncementsQuery(project.pid)),
        load(teamsQuery(project.pid)),
        loadThanksLink(load, project),
      ]));
}

/** The home page of visitors. */
export function Front() {
  const project = useQuery(currentProjectQuery);
  if (project.data !== undefined && project.data !== null) return <FrontPage project={project.data} />;
  // Loading; if it fails, visitors can still sign in.
  return project.isPending ? <LoadingPlaceholder /> : <Welcome />;
}

/** The front page of an installation without a public event. */
function Welcome() {
  const { t } = useTranslation();
  usePageTitle(t('home.title'));
  return (
    <Stack gap={64}>
      <NotSetUp />
      <div className={styles.hero}>
        <Stack gap="lg">
          <Title order={1} className={styles.headline} tabIndex={-1}>
            {t('home.headline')}
          </Title>
          <Text size="xl" c="dimmed" maw="36rem">
            {t('home.lead')}
          </Text>
          <Group mt="sm">
            <ButtonLink to="/sign-in" size="lg">
              {t('home.signIn')}
            </ButtonLink>
          </Group>
        </Stack>
        <img src={gathering} alt="" className={styles.picture} width={360} height={320} loading="lazy" />
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Reason icon={<PeopleIcon size={24} />} title={t('home.volunteersTitle')} text={t('home.volunteersText')} />
        <Reason icon={<ListIcon size={24} />} title={t('home.chiefsTitle')} text={t('home.chiefsText')} />
      </SimpleGrid>
    </Stack>
  );
}

function Reason({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <Paper className="muster-surface" p="lg">
      <ThemeIcon variant="light" size={44} radius="md" mb="md">
        {icon}
      </ThemeIcon>
      <Title order={2} size="h4" mb={6}>
        {title}
      </Title>
      <Text c="dimmed">{text}</Text>
    </Paper>
  );
}
