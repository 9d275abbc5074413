import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../client/client.ts';
import { shownName } from '../../../locales/format/names.ts';
import { Initials } from '../people/initials.tsx';
import { PageLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { useMe } from '../people/queries.ts';
import { userQuery } from './queries.ts';

/** The profile of a person as other signed-in people see it. */
export function PersonPage() {
  const { uid } = useParams({ from: '/signed-in/people/$uid' });
  const { t } = useTranslation();
  const person = useQuery(userQuery(uid));
  usePageTitle(person.data === undefined || person.data.name === '' ? t('person.public.title') : person.data.name);
  return <Loaded query={person}>{(user) => <Person user={user} />}</Loaded>;
}

function Person({ user }: { user: User }) {
  const { t } = useTranslation();
  const own = useMe()?.uid === user.uid;
  return (
    <Stack gap="lg" maw="44rem">
      <Group gap="md" wrap="nowrap">
        <Initials name={user.name} size="lg" />
        <div>
          <Title order={1} size="h2" tabIndex={-1}>
            {shownName(t, user.name)}
          </Title>
          {(user.suspended_at ?? null) === null ? null : <Badge color="red">{t('person.public.suspended')}</Badge>}
        </div>
      </Group>
      {own ? (
        <div className="muster-notice">
          {t('person.public.you')}{' '}
          <PageLink to="/me/profile" inherit underline="always" c="inherit">
            {t('person.public.edit')}
          </PageLink>
        </div>
      ) : null}
      {user.intro === '' ? <Text c="dimmed">{t('person.public.noIntro')}</Text> : <Markdown text={user.intro} />}
      <Paper className="muster-surface" p="lg" component="section" aria-labelledby="resume">
        <Title order={2} size="h4" mb="sm" id="resume">
          {t('person.public.resume')}
        </Title>
        {(user.resume ?? '') === '' ? (
          <Text c="dimmed">{user.resume === null ? t('person.public.resumeHidden') : t('person.public.noIntro')}</Text>
        ) : (
          <Markdown text={user.resume ?? ''} />
        )}
      </Paper>
      <History history={user.history} />
    </Stack>
  );
}

function History({ history }: Pick<User, 'history'>) {
  const { t } = useTranslation();
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="history">
      <Title order={2} size="h4" mb="sm" id="history">
        {t('person.public.history')}
      </Title>
      {history === null ? <Text c="dimmed">{t('person.public.historyHidden')}</Text> : null}
      {history?.length === 0 ? <Text c="dimmed">{t('person.public.historyEmpty')}</Text> : null}
      <Stack gap="xs" component="ul" className="muster-plain-list">
        {history?.map(({ pid, project, tid, team, role }) => (
          <Group key={`${pid}/${tid}`} component="li" justify="space-between" wrap="nowrap">
            <Text>
              <PageLink to="/projects/$pid" params={{ pid }}>
                {project}
              </PageLink>
              {` · ${team}`}
            </Text>
            <Badge variant={role === 'chief' ? 'light' : 'default'} flex="none">
              {t(`dashboard.${role}`)}
            </Badge>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
