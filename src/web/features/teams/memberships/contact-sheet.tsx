import { Avatar, Badge, Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TeamPerson } from '../../../../client/client.ts';
import { ContactLinks } from '../../contacts/contact-links.tsx';
import { hasContact } from '../../contacts/has-contact.ts';
import { formatDate } from '../../../ui/format/dates.ts';
import { PageLink } from '../../../ui/links.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';

/** The people of a team: a table on large screens and on paper, cards on phones. */
export function ContactSheet({ people, full }: { people: TeamPerson[]; full: boolean }) {
  const { t } = useTranslation();
  const withContact = people.some(hasContact);
  const withIntro = people.some(({ intro = '' }) => intro !== '');
  return (
    <Table className="muster-cards" verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('project.teams.name')}</Table.Th>
          <Table.Th scope="col">{t('project.teams.role')}</Table.Th>
          {withContact ? <Table.Th scope="col">{t('project.teams.contact')}</Table.Th> : null}
          {withIntro ? <Table.Th scope="col">{t('project.teams.about')}</Table.Th> : null}
          {full ? <Table.Th scope="col">{t('project.teams.since')}</Table.Th> : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map((person) => (
          <Row
            key={person.uid ?? `${person.email_hash} ${person.name}`}
            {...{ person, full, withContact, withIntro }}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

type RowProps = { person: TeamPerson; full: boolean; withContact: boolean; withIntro: boolean };

function Row({ person, full, withContact, withIntro }: RowProps) {
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
      {withContact ? (
        <Table.Td data-label={t('project.teams.contact')}>
          <ContactLinks {...person} />
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
