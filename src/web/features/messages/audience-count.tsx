import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AudiencePreview, MessageAudience, Project } from '../../../client/client.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { PageLink } from '../../ui/links.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { distinctName, useNamesakes } from '../roster/namesakes.ts';
import type { PeopleSearch } from '../roster/search.ts';
import { audienceQuery } from './queries.ts';

const shownNames = 5;
const nobody: AudiencePreview['people'] = [];

type AudienceTextProps = { project: Project; found: AudiencePreview | undefined; most?: number };

/** "7 people, without you: Ada, Ben, Cleo, Dan, Eve and 2 others" */
export function AudienceText({ project, found, most = shownNames }: AudienceTextProps) {
  const { t, i18n } = useTranslation();
  const { count, includes_caller: isOwn, people } = found ?? { includes_caller: false, people: nobody };
  const namesakes = useNamesakes(project.pid, people);
  const names = people.slice(0, most).map(({ uid, name }) => distinctName(t, name, namesakes.get(uid)));
  const others = (count ?? 0) - names.length;
  const list = others > 0 ? [...names, t('messagePages.others', { count: others })] : names;
  return (
    <Text component="output" size="sm" mih="3em">
      <b>
        {count === undefined
          ? t('messagePages.counting')
          : t(isOwn ? 'messagePages.countWithoutYou' : 'messagePages.count', { count })}
      </b>
      {list.length === 0 ? null : ` ${formatList(list, i18n.language)}`}
      {count === 0 && !project.rights.announce ? ` ${t('messagePages.reachable')}` : null}
    </Text>
  );
}

/** Who gets a saved message, with a way to see more of them than the first few. */
export function Recipients({ project, audience }: { project: Project; audience: MessageAudience }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const { data: found, error, refetch } = useQuery(audienceQuery(project.pid, audience));
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
  const { count = 0, people = nobody } = found ?? {};
  const search = count > people.length && project.rights.list_people ? peopleOf(audience) : undefined;
  return (
    <Stack gap={4} align="flex-start">
      <AudienceText {...{ project, found }} most={all ? people.length : shownNames} />
      {count <= shownNames || all ? null : search === undefined ? (
        <Anchor component="button" type="button" size="sm" onClick={() => setAll(true)}>
          {t('messagePages.seeWho')}
        </Anchor>
      ) : (
        <PageLink to="/projects/$pid/people" params={{ pid: project.pid }} search={search} size="sm">
          {t('messagePages.seeWho')}
        </PageLink>
      )}
    </Stack>
  );
}

/** The list of the same people, if there is one: it has one team, and neither single tasks nor single people. */
function peopleOf(audience: MessageAudience): PeopleSearch | undefined {
  const { tids = [], roles = [], tags = [], form, day, without_tasks: idle, ...rest } = audience;
  if (tids.length !== 1 || roles.length > 1 || tags.length > 1 || Object.keys(rest).length > 0) return undefined;
  return {
    tid: tids[0],
    role: roles[0],
    tag: tags[0],
    ...(form !== undefined && { form: form.slug, answered: form.answered }),
    ...(idle === true && { without_tasks: true }),
    day,
  };
}
