import { Anchor, Avatar, Badge, Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TeamPerson } from '../../../../client/client.ts';
import { formatDate } from '../../../ui/format/dates.ts';
import { PageLink } from '../../../ui/links.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';

/** The people of a team: a table on large screens and on paper, cards on phones. */
export function ContactSheet({ people, full }: { people: TeamPerson[]; full: boolean }) {
  const { t } = useTranslation();
  const withEmail = people.some(({ email }) => email !== undefined);
  const withIntro = people.some(({ intro = '' }) => intro !== '');
  return (
    <Table className="muster-cards" verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('project.teams.name')}</Table.Th>
          <Table.Th scope="col">{t('project.teams.role')}</Table.Th>
          {withEmail ? <Table.Th scope="col">{t('project.teams.email')}</Table.Th> : null}
          {withIntro ? <Table.Th scope="col">{t('project.teams.about')}</Table.Th> : null}
          {full ? <Table.Th scope="col">{t('project.teams.since')}</Table.Th> : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map((person) => (
          <Row key={person.uid ?? `${person.email_hash} ${person.name}`} {...{ person, full, withEmail, withIntro }} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

type RowProps = { person: TeamPerson; full: boolean; withEmail: boolean; withIntro: boolean };

function Row({ person, full, withEmail, withIntro }: RowProps) {
  const { t, i18n } = useTranslation();
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Avatar name={person.name} color="spruce" size="md" aria-hidden="true" className="muster-no-print" />
          <Name person={person} />
        </Group>
      </Table.Td>
      <Table.Td className="muster-cards-aside">
        <Group gap={4}>
          <Badge variant={person.role === 'chief' ? 'light' : 'default'}>{t(`dashboard.${person.role}`)}</Badge>
          {person.suspended === true ? <Badge color="red">{t('project.teams.suspended')}</Badge> : null}
        </Group>
      </Table.Td>
      {withEmail ? (
        <Table.Td data-label={t('project.teams.email')}>
          {person.email === undefined ? null : <Anchor href={`mailto:${person.email}`}>{person.email}</Anchor>}
        </Table.Td>
      ) : null}
      {withIntro ? (
        <Table.Td data-label={t('project.teams.about')}>
          <Markdown text={person.intro ?? ''} compact />
        </Table.Td>
      ) : null}
      {full ? (
        <Table.Td data-label={t('project.teams.since')}>
          {person.joined_at === undefined ? null : formatDate(person.joined_at, i18n.language)}
        </Table.Td>
      ) : null}
    </Table.Tr>
  );
}

function Name({ person }: { person: TeamPerson }) {
  const { t } = useTranslation();
  const name = person.name === '' ? t('person.public.nameless') : person.name;
  if (person.uid === undefined) return <Text>{name}</Text>;
  return (
    <PageLink to="/people/$uid" params={{ uid: person.uid }}>
      {name}
    </PageLink>
  );
}
