import { Alert, Anchor, Button, Group, SegmentedControl, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskPerson } from '../../../client/client.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { UntilSlow } from '../../ui/page-state.tsx';
import { shownName } from '../../../locales/format/names.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { Camera } from './camera.tsx';
import { modeOf, typedIn } from './day.ts';
import type { Answer, Day, Step } from './day.ts';
import { OtherZone } from './other-zone.tsx';
import styles from './desk.module.css';
import { takeDesk, useDeskTab } from './only-tab.ts';
import { signal } from './signal.ts';
import { UnsentScans } from './unsent-scans.tsx';
import { useDesk } from './use-desk.ts';

/** For the device of a check-in desk. It also works offline. */
export function DeskPage() {
  const tab = useDeskTab();
  if (tab === 'asking') return <DeskLoading />;
  return tab === 'here' ? <Desk /> : <OtherTab />;
}

function DeskLoading() {
  const { t } = useTranslation();
  return (
    <UntilSlow>
      <Text>{t('desk.loading')}</Text>
    </UntilSlow>
  );
}

function OtherTab() {
  const { t } = useTranslation();
  usePageTitle(t('desk.title'));
  return (
    <Stack gap="md" maw="40rem">
      <PageHeading title={t('desk.title')} lead={t('desk.otherTab.text')} />
      <Group>
        <Button onClick={() => takeDesk()}>{t('desk.otherTab.take')}</Button>
      </Group>
    </Stack>
  );
}

function Desk() {
  const { t } = useTranslation();
  const desk = useDesk();
  const title = desk.day?.project.name ?? t('desk.title');
  usePageTitle(title);
  if (desk.phase === 'loading' && desk.day === undefined) return <DeskLoading />;
  if (desk.phase === 'no_device')
    return (
      <>
        <PageHeading title={t('desk.title')} lead={t('desk.noDevice')} />
        <HomeLink />
      </>
    );
  const unsent = <UnsentScans count={desk.waiting} isHeldUp={desk.isHeldUp} onDelete={() => void desk.discard()} />;
  if (desk.phase === 'ended')
    return (
      <Stack gap="md" maw="40rem">
        <PageHeading title={t('desk.title')} lead={t('desk.ended')} />
        {desk.waiting > 0 ? unsent : null}
        <HomeLink />
      </Stack>
    );
  return (
    <Stack gap="md" maw="40rem">
      <div>
        <Title order={1} size="h3" tabIndex={-1}>
          {title}
        </Title>
        {desk.day === undefined || desk.day.device === '' ? null : <Text c="dimmed">{desk.day.device}</Text>}
      </div>
      <DeskStatus desk={desk} />
      {desk.day === undefined ? null : <OtherZone timezone={desk.day.project.timezone} />}
      {desk.isHeldUp ? unsent : null}
      {desk.isLinkRefused ? <Alert color="yellow">{t('desk.badLink')}</Alert> : null}
      {desk.day === undefined ? <Text>{t('desk.firstLoad')}</Text> : <Scanning day={desk.day} scan={desk.scan} />}
      {desk.refused.length > 0 ? (
        <Alert color="red" title={t('desk.refused')}>
          {desk.refused.map(({ id, name, result }) => (
            <Text key={id}>{t('ui.labelled', { label: shownName(t, name), value: t(`desk.results.${result}`) })}</Text>
          ))}
        </Alert>
      ) : null}
      <Anchor href="/help/desk" target="_blank">
        {t('desk.help')}
      </Anchor>
    </Stack>
  );
}

/** For people who are not at a desk, whose page has no menu. */
function HomeLink() {
  const { t } = useTranslation();
  return (
    <Group>
      <ButtonLink to="/" variant="default">
        {t('notFound.home')}
      </ButtonLink>
    </Group>
  );
}

function DeskStatus({ desk }: { desk: ReturnType<typeof useDesk> }) {
  const { t, i18n } = useTranslation();
  const { day, isOnline, waiting } = desk;
  return (
    <Group gap="md" justify="space-between">
      <Text c={isOnline ? 'inherit' : 'var(--mantine-color-error)'} fw={500}>
        {isOnline ? t('desk.online') : t('desk.offline')}
      </Text>
      {day === undefined ? null : (
        <Text size="sm">{t('desk.asOf', { time: formatDateTimeAt(day.at, i18n.language, day.project.timezone) })}</Text>
      )}
      <Text size="sm">{t('desk.waiting', { count: waiting })}</Text>
      <Button size="xs" variant="default" onClick={() => void desk.sync()}>
        {t('desk.sync')}
      </Button>
    </Group>
  );
}

type MatchProps = { day: Day; person: DeskPerson; onPress: () => void };

/** With what tells people of the same name apart. */
function Match({ day, person: { name, teams, tasks }, onPress }: MatchProps) {
  const { t } = useTranslation();
  const task = day.tasks.get(tasks[0]?.id ?? '')?.title;
  const about = [...(teams ?? []), ...(task === undefined ? [] : [task])].join(' · ');
  return (
    <Button size="lg" h="auto" mih="3.25rem" py="xs" variant="default" onClick={onPress}>
      <span>
        {shownName(t, name)}
        {about === '' ? null : (
          <Text span display="block" size="sm" c="dimmed" className={styles.about}>
            {about}
          </Text>
        )}
      </span>
    </Button>
  );
}

type ScanningProps = { day: Day; scan: ReturnType<typeof useDesk>['scan'] };

function Scanning({ day, scan }: ScanningProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('arrive');
  const [answer, setAnswer] = useState<Answer>();
  const [isLoud, setLoud] = useState(true);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const mode = modeOf(day, wanted);
  const isHandOut = mode !== 'arrive' && mode !== 'leave';
  const run = useCallback(
    async (who: { code: string } | { uid: string }) => {
      const given = reason.trim();
      const step: Step = isHandOut
        ? { step: 'hand_out', handOut: mode, ...(given === '' ? {} : { reason: given }) }
        : { step: mode === 'leave' ? 'leave' : 'arrive' };
      // Before the answer: a second press finds no name to press, and what is typed meanwhile stays.
      setTyped('');
      setReason('');
      const result = await scan(who, step);
      setAnswer(result);
      if (isLoud) signal(result.result === 'accepted');
    },
    [scan, mode, isHandOut, reason, isLoud],
  );
  const onCode = useCallback((code: string) => void run({ code }), [run]);
  const found = typedIn(day, typed, shownName(t, ''));
  const matches = 'code' in found ? [] : found.people;
  const isUnknown = typed.trim() !== '' && !('code' in found) && matches.length === 0;
  const submit = () => {
    const [only] = matches;
    if ('code' in found) return void run(found);
    if (only !== undefined && matches.length === 1) return void run({ uid: only.uid });
    if (typed.trim() === '') return undefined;
    // The next scan replaces what is selected.
    field.current?.select();
    setAnswer(isUnknown ? { result: 'not_here', name: '', next: 'spelling' } : undefined);
    return isLoud ? signal(false) : undefined;
  };
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('desk.mode')}
        value={mode}
        onChange={setWanted}
        orientation={day.handOuts.length > 2 ? 'vertical' : 'horizontal'}
        size="md"
        data={[
          { value: 'arrive', label: t('desk.steps.arrive') },
          { value: 'leave', label: t('desk.steps.leave') },
          ...day.handOuts.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <AnswerPanel
        answer={answer}
        step={isHandOut ? 'hand_out' : mode === 'leave' ? 'leave' : 'arrive'}
        timezone={day.project.timezone}
      />
      <Camera onCode={onCode} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          ref={field}
          label={t('desk.type')}
          description={t('desk.typeHint')}
          size="lg"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
        />
      </form>
      <output>
        {isUnknown ? t('desk.nobodyFound') : null}
        {matches.length > 1 ? t('desk.choose') : null}
      </output>
      {matches.map((person) => (
        <Match key={person.uid} day={day} person={person} onPress={() => void run({ uid: person.uid })} />
      ))}
      {isHandOut ? (
        <TextInput
          label={t('desk.reason')}
          description={t('desk.reasonHint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={200}
        />
      ) : null}
      <Switch label={t('desk.sound')} checked={isLoud} onChange={(event) => setLoud(event.currentTarget.checked)} />
    </Stack>
  );
}
