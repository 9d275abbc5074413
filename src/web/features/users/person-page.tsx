import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../client/client.ts';
import { shownName } from '../../../locales/format/names.ts';
import { Initials } from '../people/initials.tsx';
import { PageLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { SentenceGap } from '../../ui/sentence-gap.tsx';
import { useMe } from '../people/queries.ts';
import { userQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';

export const loadPersonPage = ({ load, params: { uid } }: Loading<'uid'>) => load(userQuery(uid));

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
  const me = useMe();
  const own = me?.uid === user.uid;
  // Null if the person does not show it.
  const [resume, history] = [user.resume ?? '', user.history ?? []];
  const isEmpty = user.leads.length === 0 && user.intro === '' && resume === '' && history.length === 0;
  return (
    <Stack gap="lg" maw="44rem">
      <Group gap="md" wrap="nowrap">
        <Initials name={user.name} size="lg" />
        <div>
          <Title order={1} size="h2" tabIndex={-1}>
            {shownName(t, user.name)}
          </Title>
          {user.leads.map(({ pid, project, tid, team }) => (
            <Text key={`${pid}/${tid}`} size="sm">
              {t('person.public.leads')}{' '}
              <PageLink to="/projects/$pid/teams/$tid" params={{ pid, tid }} inherit underline="always">
                {team}
              </PageLink>
              {` · ${project}`}
            </Text>
          ))}
          {(user.suspended_at ?? null) === null ? null : <Badge color="red">{t('person.public.suspended')}</Badge>}
        </div>
      </Group>
      {own ? (
        <div className="muster-notice">
          {t('person.public.you', { context: me.listing === 'hidden' ? 'hidden' : '' })}
          <SentenceGap />
          <PageLink to="/me/profile" inherit underline="always" c="inherit">
            {t('person.public.edit')}
          </PageLink>
        </div>
      ) : null}
      <Markdown text={user.intro} />
      {resume === '' ? null : (
        <Paper className="muster-surface" p="lg" component="section" aria-labelledby="resume">
          <Title order={2} size="h4" mb="sm" id="resume">
            {t('person.public.resume')}
          </Title>
          <Markdown text={resume} />
        </Paper>
      )}
      <History history={history} />
      {isEmpty ? <Text c="dimmed">{t('person.public.nothing')}</Text> : null}
      {own || user.leads.length === 0 ? null : <Text c="dimmed">{t('person.public.leadsContact')}</Text>}
      <BackButton />
    </Stack>
  );
}

/** People come here from many pages. */
function BackButton() {
  const { t } = useTranslation();
  const router = useRouter();
  const goBack = () => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/' }));
  return (
    <Group>
      <Button variant="default" onClick={goBack}>
        {t('person.public.back')}
      </Button>
    </Group>
  );
}

function History({ history }: { history: NonNullable<User['history']> }) {
  const { t } = useTranslation();
  if (history.length === 0) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="history">
      <Title order={2} size="h4" mb="sm" id="history">
        {t('person.public.history')}
      </Title>
      <Stack gap="xs" component="ul" className="muster-plain-list">
        {history.map(({ pid, project, tid, team, role }) => (
          <Group key={`${pid}/${tid}`} component="li" justify="space-between" wrap="nowrap">
            <Text>
              <PageLink to="/projects/$pid" params={{ pid }} underline="always">
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
