import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeIcon, ListIcon, PeopleIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Dashboard } from '../people/dashboard.tsx';
import { useMe } from '../people/queries.ts';
import { CurrentProject } from '../projects/current-project.tsx';
import { NotSetUp } from '../sign-in/not-set-up.tsx';
import gathering from './gathering.svg';
import styles from './home-page.module.css';

export function HomePage() {
  const { t } = useTranslation();
  const me = useMe();
  usePageTitle(t('home.title'));
  return me === null ? <Welcome /> : <Dashboard me={me} />;
}

function Welcome() {
  const { t } = useTranslation();
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
            <Button component="a" href="/api/docs" size="lg" variant="default">
              {t('home.docs')}
            </Button>
          </Group>
        </Stack>
        <img src={gathering} alt="" className={styles.picture} width={360} height={320} loading="lazy" />
      </div>
      <CurrentProject />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        <Reason icon={<PeopleIcon size={24} />} title={t('home.volunteersTitle')} text={t('home.volunteersText')} />
        <Reason icon={<ListIcon size={24} />} title={t('home.chiefsTitle')} text={t('home.chiefsText')} />
        <Reason icon={<CodeIcon size={24} />} title={t('home.buildersTitle')} text={t('home.buildersText')}>
          <Group gap="md">
            <Anchor href="/api/docs" size="sm">
              {t('home.tryDocs')}
            </Anchor>
            <Anchor href="/api/redoc" size="sm">
              {t('home.readDocs')}
            </Anchor>
          </Group>
        </Reason>
      </SimpleGrid>
    </Stack>
  );
}

function Reason({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <Paper className="muster-surface" p="lg">
      <ThemeIcon variant="light" size={44} radius="md" mb="md">
        {icon}
      </ThemeIcon>
      <Title order={2} size="h4" mb={6}>
        {title}
      </Title>
      <Text c="dimmed" mb={children === undefined ? 0 : 'sm'}>
        {text}
      </Text>
      {children}
    </Paper>
  );
}
