import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation, Trans } from 'react-i18next';
import type { AllocationDetails, Project } from '../../../../client/client.ts';
import { listParts } from '../../../../locales/format/lists.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { PersonLink } from '../../roster/person-link.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { ChangeDialog } from '../bulk/chosen/chosen-tasks.tsx';

export type Gap = AllocationDetails['gaps'][number];
/** Tells people of the same name apart. */
export type NameOf = (person: { uid: string; name: string }) => string;
type Named = { nameOf: NameOf; openable: ReadonlySet<string> };
export type SuggestionProps = Named & { project: Project; gap: Gap };

/** What would help a task without enough people, with a button that does it or leads to where it is done. */
export function Suggestion({ project, gap, ...named }: SuggestionProps) {
  return (
    <Stack gap={6} align="flex-start">
      <Text inherit component="span">
        <SuggestionText {...named} pid={project.pid} fix={gap.fix} />
      </Text>
      <SuggestionButton project={project} gap={gap} />
    </Stack>
  );
}

type NamedProps = Named & { pid: string; fix: Gap['fix'] };

function SuggestionText({ fix, ...names }: NamedProps) {
  const { t } = useTranslation();
  switch (fix.kind) {
    case 'ask_them':
    case 'ask_unavailable':
    case 'more_hours':
      return <Trans i18nKey={`drafts.fixes.${fix.kind}`} components={{ names: <Names {...{ fix, ...names }} /> }} />;
    case 'teach':
      return fix.skills.length === 0
        ? t('drafts.fixes.teach', { count: fix.people })
        : t('drafts.fixes.teach', { context: 'named', count: fix.people, names: fix.skills });
    default:
      return t(`drafts.fixes.${fix.kind}`, { count: fix.people });
  }
}

/** "Ada, Grace and 4 more", with links to those whose pages can be opened. */
function Names({ pid, fix: { people, ask }, nameOf, openable }: NamedProps) {
  const { t, i18n } = useTranslation();
  const names = ask.map(nameOf);
  const others = people - ask.length;
  if (others > 0) names.push(t(ask.length === 0 ? 'drafts.people' : 'drafts.others', { count: others }));
  return listParts(names, i18n.language).map(({ text, word }) => {
    const person = word === undefined ? undefined : ask[word];
    if (person === undefined) return text;
    return (
      <PersonLink key={person.uid} {...{ pid, openable }} uid={person.uid}>
        {text}
      </PersonLink>
    );
  });
}

const look = { size: 'compact-xs', variant: 'default' } as const;

function SuggestionButton({ project, gap: { task: id, title, fix } }: Omit<SuggestionProps, keyof Named>) {
  const { t } = useTranslation();
  const { pid } = project;
  const label = (action: string) => ({
    'aria-label': t('drafts.actions.of', { action, title }),
    children: action,
  });
  switch (fix.kind) {
    case 'open_to_project':
      return <OpenToProject project={project} ids={[id]} {...label(t('drafts.actions.open'))} />;
    case 'ask_them':
    case 'ask_unavailable':
    case 'more_hours':
      return fix.ask.length === 0 ? null : (
        <ButtonLink
          to="/projects/$pid/manage/messages/new"
          params={{ pid }}
          search={{ uids: fix.ask.map(({ uid }) => uid), help_with: id }}
          {...look}
          {...label(t('drafts.actions.ask'))}
        />
      );
    case 'teach':
      return (
        <ButtonLink
          to="/projects/$pid/manage/tasks/planner"
          params={{ pid }}
          search={{ task: id }}
          {...look}
          {...label(t('drafts.actions.teach'))}
        />
      );
    case 'move_task':
      return (
        <ButtonLink
          to="/projects/$pid/tasks/$id/edit"
          params={{ pid, id }}
          hash="starts_at"
          {...look}
          {...label(t('drafts.actions.move'))}
        />
      );
    case 'find_people':
      return <FindPeople project={project} {...label(t('drafts.actions.find'))} />;
  }
}

type ActionProps = { project: Project; 'aria-label'?: string; children: ReactNode };

/** Opens tasks to the whole project, once somebody has checked and saved it. Can be undone. */
export function OpenToProject({ project, ids, ...label }: ActionProps & { ids: readonly string[] }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button {...look} {...label} onClick={() => setOpened(true)} />
      {opened ? (
        <ChangeDialog
          {...{ project, ids }}
          verb="edit"
          start={{ visibility: 'project' }}
          onClose={() => setOpened(false)}
          onDone={() => setOpened(false)}
        />
      ) : null}
    </>
  );
}

/** Owners choose a team to invite people to, chiefs invite to the team that they lead. */
function FindPeople({ project, ...label }: ActionProps) {
  const { pid, rights } = project;
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const led = rights.create_teams ? undefined : teams.find((team) => team.rights.add_members && !team.disabled);
  return led === undefined ? (
    <ButtonLink to="/projects/$pid/manage" params={{ pid }} hash="invitation" {...look} {...label} />
  ) : (
    <ButtonLink
      to="/projects/$pid/teams/$tid/manage"
      params={{ pid, tid: led.tid }}
      search={{ add: 'invite' }}
      {...look}
      {...label}
    />
  );
}
