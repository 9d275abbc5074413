import { Badge, Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { MyGroups } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import type { Loading } from '../../loading.ts';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { useChange } from '../../ui/change.ts';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { projectQuery } from '../projects/queries.ts';
import { chooseMyGroups, myGroupsQuery } from './queries.ts';
import { groupText, kindText, stateText } from './texts.ts';

export const loadMyGroupsPage = ({ load, params: { pid } }: Loading<'pid'>) =>
  Promise.all([load(projectQuery(pid)), load(myGroupsQuery(pid))]);

/** Where a person agrees to be added to mailing lists and channels, and sees which. */
export function MyGroupsPage() {
  const { t } = useTranslation();
  const { pid } = useParams({ from: '/projects/$pid/my-groups' });
  const own = useQuery(myGroupsQuery(pid));
  usePageTitle(t('groupSync.mine.title'));
  return (
    <Stack gap="lg" maw="44rem">
      <PageHeading title={t('groupSync.mine.title')} />
      <Loaded query={own} embedded>
        {(found) => <Own pid={pid} own={found} />}
      </Loaded>
    </Stack>
  );
}

const colors = {
  added: 'spruce',
  waiting: 'yellow',
  left: 'gray',
  no_account: 'yellow',
  refused: 'red',
  off: 'gray',
} as const;

type Followed = MyGroups['groups'][number];

function Own({ pid, own: { agreed_at: agreedAt, groups } }: { pid: string; own: MyGroups }) {
  const { t, i18n } = useTranslation();
  const choose = useChange(chooseMyGroups(pid), {
    message: (agrees, { groups: next }) => {
      const of = (state: Followed['state']) => next.filter((group) => group.state === state);
      if (agrees) return t(of('waiting').length > 0 ? 'groupSync.mine.agreed' : 'groupSync.mine.agreedAhead');
      if (of('added').length === 0) return t('ui.editing.saved');
      return t(
        of('added').every(({ synced }) => synced) ? 'groupSync.mine.withdrawn' : 'groupSync.mine.withdrawnAhead',
      );
    },
  });
  return (
    <>
      <div>
        <Switch
          label={t('groupSync.mine.agree')}
          description={t('groupSync.mine.agreeText')}
          checked={choose.isPending ? choose.variables : agreedAt !== null}
          disabled={choose.isPending}
          onChange={(event) => choose.mutate(event.currentTarget.checked)}
        />
        {agreedAt === null ? null : (
          <Text size="sm" c="dimmed" mt="xs">
            {t('groupSync.mine.since', { date: formatDate(agreedAt, i18n.language) })}
          </Text>
        )}
        {choose.isError ? <ProblemAlert error={choose.error} /> : null}
      </div>
      <TitledCard id="my-lists" title={t('groupSync.mine.lists')} lead={t('groupSync.mine.listsLead')}>
        {groups.length === 0 ? (
          <Text c="dimmed" mt="sm">
            {t('groupSync.mine.none')}
          </Text>
        ) : (
          <Stack component="ul" className="muster-plain-list" gap={0} mt="sm">
            {groups.map(({ kind, host, target, target_kind: targetKind, group, team, state }) => (
              <Group
                key={`${host} ${target}`}
                component="li"
                className="muster-row"
                justify="space-between"
                align="flex-start"
                gap="xs"
              >
                <div>
                  <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
                    {kind === 'mailman' ? target : `${kindText(t, targetKind)} · ${host}`}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {groupText(t, group, (tid) => team ?? tid)}
                  </Text>
                </div>
                <Badge variant="light" color={colors[state]} tt="none">
                  {stateText(t, state)}
                </Badge>
              </Group>
            ))}
          </Stack>
        )}
      </TitledCard>
    </>
  );
}
