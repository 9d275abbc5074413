import { Alert, Badge, Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, RollCall } from '../../../../client/client.ts';
import { formatTimeAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { PeopleIcon } from '../../../ui/icons.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { EmptyList, Loaded } from '../../../ui/page-state.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { PrintButton } from '../../../ui/print-button.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { rollCallQuery, startRollCall } from '../queries.ts';
import { EmergencyDialog } from './emergency-dialog.tsx';
import styles from './roll-call.module.css';
import { useTicks, withTicks } from './ticks.ts';
import type { Tick } from './ticks.ts';

export const loadRollCallPage = loadManaged('see_safety', ({ load, whenOpened, params: { pid } }) =>
  whenOpened(() => load(rollCallQuery(pid))),
);

type Person = RollCall['people'][number];

/** Who is on site, by team. Several people tick at once, and it goes on without a connection. */
export function RollCallPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const rollCall = useQuery({ ...rollCallQuery(pid), enabled: project.rights.see_safety });
  usePageTitle(`${t('manage.parts.rollCall')} · ${project.name}`);
  if (!project.rights.see_safety) return <OwnersOnly project={project} />;
  return <Loaded query={rollCall}>{(found) => <View project={project} rollCall={found} />}</Loaded>;
}

function View({ project, rollCall }: { project: Project; rollCall: RollCall }) {
  const { t, i18n } = useTranslation();
  const { pid, timezone } = project;
  const { ticks, tick } = useTicks(pid);
  const [onlyOpen, setOnlyOpen] = useState(false);
  const [chosen, setChosen] = useState<Person>();
  const people = withTicks(rollCall.people, ticks);
  const count = (state: string) => people.filter(({ mark }) => mark?.state === state).length;
  const shown = onlyOpen ? people.filter(({ mark }) => mark?.state !== 'present') : people;
  const groups = [
    ...rollCall.teams.map(({ tid, name }) => ({ tid, name, of: shown.filter(({ tids }) => tids.includes(tid)) })),
    { tid: '', name: t('onSite.rollCall.noTeam'), of: shown.filter(({ tids }) => tids.length === 0) },
  ].filter(({ of }) => of.length > 0);
  const start = useChange(startRollCall(pid), { message: () => t('onSite.rollCall.started') });
  return (
    <>
      <PageHead
        title={t('manage.parts.rollCall')}
        help={t('onSite.rollCall.lead')}
        note={
          rollCall.started_at === null
            ? undefined
            : t('onSite.rollCall.since', {
                time: formatTimeAt(rollCall.started_at, i18n.language, timezone),
                name: shownName(t, rollCall.started_by ?? ''),
              })
        }
      >
        <PrintButton />
        <Start rollCall={rollCall} start={start} />
      </PageHead>
      <Stack gap="lg">
        {start.isError ? <OrganiserProblem error={start.error} /> : null}
        <Group gap="xs" aria-live="polite">
          <Badge color="gray" variant="light" size="lg">
            {t('onSite.rollCall.here', { count: rollCall.here })}
          </Badge>
          <Badge color="green" variant="light" size="lg">
            {t('onSite.rollCall.present', { count: count('present') })}
          </Badge>
          <Badge color={count('missing') > 0 ? 'red' : 'gray'} variant="light" size="lg">
            {t('onSite.rollCall.missing', { count: count('missing') })}
          </Badge>
          <Text size="sm" c="dimmed">
            {t('eventDay.now.asOf', { time: formatTimeAt(rollCall.at, i18n.language, timezone) })}
          </Text>
        </Group>
        {ticks.length === 0 ? null : (
          <Alert color="yellow">{t('onSite.rollCall.waiting', { count: ticks.length })}</Alert>
        )}
        {people.length === 0 ? (
          <EmptyList icon={<PeopleIcon size={28} />} title={t('onSite.rollCall.nobody')} />
        ) : (
          <Switch
            className="muster-no-print"
            label={t('onSite.rollCall.onlyOpen')}
            checked={onlyOpen}
            onChange={(event) => setOnlyOpen(event.currentTarget.checked)}
          />
        )}
        {groups.map(({ tid, name, of }) => (
          <Paper key={tid} className="muster-surface" p="md" component="section" aria-labelledby={`team-${tid}`}>
            <Title order={2} size="h4" id={`team-${tid}`}>
              {t('onSite.rollCall.team', { name, count: of.length })}
            </Title>
            <ul className="muster-plain-list">
              {of.map((person) => (
                <Row
                  key={person.uid}
                  person={person}
                  timezone={timezone}
                  onTick={(state) => tick(person.uid, state)}
                  onEmergency={() => setChosen(person)}
                />
              ))}
            </ul>
          </Paper>
        ))}
        {chosen === undefined ? null : (
          <EmergencyDialog pid={pid} person={chosen} onClose={() => setChosen(undefined)} />
        )}
      </Stack>
    </>
  );
}

type StartProps = { rollCall: RollCall; start: { isPending: boolean; mutate: (after: string | null) => void } };

function Start({ rollCall, start }: StartProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const begin = () => {
    setAsking(false);
    start.mutate(rollCall.started_at);
  };
  return (
    <>
      <Button
        size="sm"
        loading={start.isPending}
        onClick={() => (rollCall.people.some(({ mark }) => mark !== null) ? setAsking(true) : begin())}
      >
        {t('onSite.rollCall.start')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('onSite.rollCall.startTitle')}
        text={t('onSite.rollCall.startText')}
        confirm={t('onSite.rollCall.start')}
        onConfirm={begin}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

type RowProps = {
  person: Person;
  timezone: string;
  onTick: (state: Tick['state']) => void;
  onEmergency: () => void;
};

function Row({ person, timezone, onTick, onEmergency }: RowProps) {
  const { t, i18n } = useTranslation();
  const name = shownName(t, person.name);
  const state = person.mark?.state;
  const since = t('onSite.rollCall.hereSince', { time: formatTimeAt(person.since, i18n.language, timezone) });
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <Text fw={500} className="muster-breaks">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {person.task === null ? since : `${person.task} · ${since}`}
        </Text>
        {/* On paper, the buttons are boxes to tick. */}
        <span className={styles.printed} aria-hidden="true">
          {state === undefined ? '☐' : t(`onSite.rollCall.states.${state}`)}
        </span>
      </div>
      <Group gap="xs" className="muster-no-print">
        {(['present', 'missing'] as const).map((one) => (
          <Button
            key={one}
            size="compact-md"
            variant={state === one ? 'filled' : 'default'}
            color={one === 'present' ? 'green' : 'red'}
            aria-pressed={state === one}
            aria-label={t(`onSite.rollCall.mark.${one}`, { name })}
            onClick={() => onTick(state === one ? 'open' : one)}
          >
            {t(`onSite.rollCall.states.${one}`)}
          </Button>
        ))}
        <Button
          size="compact-md"
          variant="subtle"
          aria-label={t('onSite.rollCall.emergencyOf', { name })}
          onClick={onEmergency}
        >
          {t('onSite.rollCall.emergency')}
        </Button>
      </Group>
    </li>
  );
}
