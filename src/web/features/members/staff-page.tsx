import { Badge, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PersonEntry, TeamEntry } from '../../../client/client.ts';
import { Initials } from '../people/initials.tsx';
import { PeopleIcon } from '../../ui/icons.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { Loaded, EmptyList } from '../../ui/page-state.tsx';
import { projectQuery } from '../projects/queries.ts';
import { membersQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';

export const loadStaffPage = ({ load, params: { pid } }: Loading<'pid'>) => load(membersQuery(pid));

/** The public listing. It shows initials and no pictures, as those would be loaded from other servers. */
export function StaffPage() {
  const { pid } = useParams({ from: '/projects/$pid' });
  const { t } = useTranslation();
  const name = useQuery(projectQuery(pid)).data?.name ?? '';
  const staff = useQuery(membersQuery(pid));
  usePageTitle(`${t('project.staff.title')} · ${name}`);
  return (
    <>
      <PageHeading title={t('project.staff.title')} lead={t('project.staff.lead', { name })} />
      <Loaded query={staff} embedded>
        {(teams) => (teams.every(({ members }) => members.length === 0) ? <Nobody /> : <Teams teams={teams} />)}
      </Loaded>
    </>
  );
}

function Teams({ teams }: { teams: TeamEntry[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap="xl">
      {teams.map((team) => (
        <section key={team.tid} aria-labelledby={`team-${team.tid}`}>
          <Title order={2} size="h4" mb="sm" id={`team-${team.tid}`}>
            {team.name}
          </Title>
          {team.members.length === 0 ? <Text c="dimmed">{t('project.staff.noneInTeam')}</Text> : <People team={team} />}
        </section>
      ))}
    </Stack>
  );
}

function People({ team }: { team: TeamEntry }) {
  const { t } = useTranslation();
  const chiefs = new Set(team.chiefs.map(keyOf));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" component="ul" className="muster-plain-list">
      {team.members.map((person) => (
        <Group key={keyOf(person)} component="li" gap="sm" wrap="nowrap">
          <Initials name={person.name} />
          <Text>{person.name}</Text>
          {chiefs.has(keyOf(person)) ? (
            <Badge variant="light" flex="none">
              {t('project.staff.chief')}
            </Badge>
          ) : null}
        </Group>
      ))}
    </SimpleGrid>
  );
}

const keyOf = ({ email_hash, name }: PersonEntry): string => `${email_hash} ${name}`;

function Nobody() {
  const { t } = useTranslation();
  return (
    <EmptyList
      icon={<PeopleIcon size={28} />}
      title={t('project.staff.none')}
      description={t('project.staff.noneText')}
    />
  );
}
