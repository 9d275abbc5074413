import { EmptyState, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project, TeamPerson } from '../../../client/client.ts';
import { KeyIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { useMe } from '../people/queries.ts';
import { ownersQuery, teamPeopleQuery } from './manage-queries.ts';

type RefusalProps = { title: string; text: string; ask: string; pid?: string };

/** Why somebody cannot come in here, and whom to ask. */
export function Refusal({ title, text, ask, pid }: RefusalProps) {
  const { t } = useTranslation();
  const withheld = useMe()?.rights_withheld === true;
  usePageTitle(title);
  return (
    <EmptyState
      variant="light"
      size="lg"
      py="xl"
      icon={<KeyIcon size={32} />}
      title={
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
      }
      description={withheld ? t('security.withheld.refusal') : `${text} ${ask}`}
    >
      <EmptyState.Actions>
        {pid === undefined ? (
          <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
        ) : (
          <ButtonLink to="/projects/$pid" params={{ pid }}>
            {t('manage.refusal.toProject')}
          </ButtonLink>
        )}
      </EmptyState.Actions>
    </EmptyState>
  );
}

export function OwnersOnly({ project }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const owners = useQuery({ ...ownersQuery(project.pid), enabled: project.rights.see_owners });
  const names = (owners.data ?? []).map(({ name }) => name);
  return (
    <Refusal
      title={t('manage.refusal.ownersTitle')}
      text={t('manage.refusal.ownersText', { project: project.name })}
      ask={
        names.length === 0
          ? t('manage.refusal.askOrganisers')
          : t('manage.refusal.ask', { names: listed(names, i18n.language) })
      }
      pid={project.pid}
    />
  );
}

type ChiefsOnlyProps = { pid: string; tid: string; team: string };

export function ChiefsOnly({ pid, tid, team }: ChiefsOnlyProps) {
  const { t, i18n } = useTranslation();
  const people = useQuery(teamPeopleQuery(pid, tid));
  const names = (people.data ?? []).filter(isChief).map(({ name }) => name);
  return (
    <Refusal
      title={t('manage.refusal.chiefsTitle')}
      text={t('manage.refusal.chiefsText', { team })}
      ask={
        names.length === 0
          ? t('manage.refusal.askOrganisers')
          : t('manage.refusal.ask', { names: listed(names, i18n.language) })
      }
      pid={pid}
    />
  );
}

const isChief = ({ role }: TeamPerson): boolean => role === 'chief';

const listed = (names: readonly string[], language: string): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
