import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { TeamPerson } from '../../../../client/client.ts';
import { ContactLine } from '../../contacts/contact-links.tsx';
import { hasContact } from '../../contacts/has-contact.ts';
import { formatDate } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { Initials } from '../../people/initials.tsx';
import { useMe } from '../../people/queries.ts';
import { contactRecord, recordQuery } from '../../profile/queries.ts';
import { PageLink } from '../../../ui/links.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import type { More } from '../../../ui/paging.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useTableSearch } from '../../../ui/table/table-search.tsx';

type ContactSheetProps = {
  people: TeamPerson[];
  full: boolean;
  more: More | undefined;
};

/** The people of a team: a table on large screens and on paper, a few lines each on phones. */
export function ContactSheet({ people, full, more }: ContactSheetProps) {
  const { t, i18n } = useTranslation();
  const { sort, onSort } = useTableSearch();
  const columns: Column<TeamPerson>[] = [
    ...namesOf(t),
    ...(people.some(hasContact) ? [contactOf(t)] : []),
    ...(people.some(({ intro = '' }) => intro !== '') ? [introOf(t)] : []),
    ...(full ? [sinceOf(t, i18n.language)] : []),
  ];
  return (
    <DataTable
      label={full ? t('project.teams.contactSheet') : t('project.teams.people')}
      columns={columns}
      rows={people}
      keyOf={(person) => person.uid ?? `${person.email_hash} ${person.name}`}
      sort={sort}
      onSort={full && more === undefined ? onSort : undefined}
      more={more}
    />
  );
}

const namesOf = (t: TFunction): Column<TeamPerson>[] => [
  {
    key: 'name',
    label: t('project.teams.name'),
    width: '24%',
    sortBy: ({ name }) => shownName(t, name),
    cell: (person) => <Name person={person} />,
  },
  {
    key: 'role',
    label: t('project.teams.role'),
    width: '9rem',
    phone: 'corner',
    sortBy: ({ role }) => t(`dashboard.${role}`),
    cell: (person) => <Role person={person} />,
  },
];

const contactOf = (t: TFunction): Column<TeamPerson> => ({
  key: 'contact',
  label: t('project.teams.contact'),
  sortBy: ({ email = '' }) => email,
  cell: (person) => (
    <>
      {hasContact(person) ? <ContactLine {...person} /> : null}
      {person.contact === undefined ? null : <OwnAudience person={person} />}
    </>
  ),
});

const introOf = (t: TFunction): Column<TeamPerson> => ({
  key: 'intro',
  label: t('project.teams.about'),
  cell: ({ intro = '' }) => (intro === '' ? null : <Markdown text={intro} compact />),
});

const sinceOf = (t: TFunction, language: string): Column<TeamPerson> => ({
  key: 'since',
  label: t('project.teams.since'),
  width: '7rem',
  date: true,
  phone: 'hidden',
  sortBy: ({ joined_at: since = '' }) => since,
  cell: ({ joined_at: since }) => (since === undefined ? null : formatDate(since, language)),
});

function Name({ person }: { person: TeamPerson }) {
  const { t } = useTranslation();
  const name = shownName(t, person.name);
  return (
    <Group gap="xs" wrap="nowrap" component="span" lh="inherit">
      <Initials name={person.name} size={20} my={-2} className="muster-no-print" />
      {person.uid === undefined ? (
        <Text component="span" inherit>
          {name}
        </Text>
      ) : (
        <PageLink to="/people/$uid" params={{ uid: person.uid }} inherit>
          {name}
        </PageLink>
      )}
    </Group>
  );
}

/** Only the person sees this row with their own number, so it says who else does. */
function OwnAudience({ person: { uid, contact } }: { person: TeamPerson }) {
  const { t } = useTranslation();
  const isOwn = useMe()?.uid === uid && hasContact({ ...(contact && { contact }) });
  const audience = useQuery({ ...recordQuery(contactRecord), enabled: isOwn }).data?.body.visible_to;
  if (!isOwn || audience === undefined || audience === 'team') return null;
  return (
    <Text size="xs" c="dimmed" className="muster-no-print">
      {t('project.teams.ownContact', { context: audience })}
    </Text>
  );
}

function Role({ person }: { person: TeamPerson }) {
  const { t } = useTranslation();
  return (
    <Group gap={4} component="span" lh="inherit">
      <Badge size="xs" variant={person.role === 'chief' ? 'light' : 'default'}>
        {t(`dashboard.${person.role}`)}
      </Badge>
      {person.suspended === true ? (
        <Badge size="xs" color="red">
          {t('project.teams.suspended')}
        </Badge>
      ) : null}
    </Group>
  );
}
