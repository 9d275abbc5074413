import { Badge, Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RosterEntry } from '../../../client/client.ts';
import { PageLink } from '../../ui/links.tsx';
import { ContactLinks } from '../contacts/contact-links.tsx';

/** A table on large screens, cards on phones. */
export function PeopleTable({ pid, people }: { pid: string; people: readonly RosterEntry[] }) {
  const { t } = useTranslation();
  return (
    <Table className="muster-cards" verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('people.name')}</Table.Th>
          <Table.Th scope="col">{t('people.teams')}</Table.Th>
          <Table.Th scope="col">{t('people.contact')}</Table.Th>
          <Table.Th scope="col">{t('people.tasks')}</Table.Th>
          <Table.Th scope="col">{t('people.missing')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map((person) => (
          <Row key={person.uid} pid={pid} person={person} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Row({ pid, person }: { pid: string; person: RosterEntry }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const { uid, teams, task_count: count, hours, missing_forms: missing } = person;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <PageLink to="/projects/$pid/people/$uid" params={{ pid, uid }} size="sm" fw={600}>
            {person.name === '' ? t('person.public.nameless') : person.name}
          </PageLink>
          {person.owner ? <Badge variant="light">{t('people.roles.owner')}</Badge> : null}
          {person.suspended ? <Badge color="red">{t('people.suspended')}</Badge> : null}
        </Group>
      </Table.Td>
      <Table.Td {...(teams.length > 0 && { 'data-label': t('people.teams') })}>
        {teams.map(({ tid, name, role }) => (
          <Text key={tid} size="sm">
            {role === 'chief' ? t('people.chiefOf', { team: name }) : name}
          </Text>
        ))}
      </Table.Td>
      <Table.Td data-label={t('people.contact')}>
        <ContactLinks {...person} />
      </Table.Td>
      <Table.Td data-label={t('people.tasks')}>
        {count === 0 ? t('people.noTasks') : t('people.taskHours', { count, hours: number.format(hours) })}
      </Table.Td>
      <Table.Td {...(missing.length > 0 && { 'data-label': t('people.missing') })}>
        {missing.map(({ form, title }) => (
          <Text key={form} size="sm">
            {title}
          </Text>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}
