import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { UntilSlow } from '../../ui/page-state.tsx';
import { shownName } from '../../../locales/format/names.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { OtherZone } from '../projects/event/event-zone.tsx';
import { takeDesk, useDeskTab } from './only-tab.ts';
import { Scanning } from './scanning.tsx';
import { useDesk } from './use-desk.ts';

/** The page of a check-in desk's device, which also works offline. */
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
      {desk.day === undefined ? <Text>{t('desk.firstLoad')}</Text> : <Scanning day={desk.day} desk={desk} />}
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

type UnsentScansProps = { count: number; isHeldUp: boolean; onDelete: () => void };

/** Scans are never deleted without asking: they may be the only record of who came. */
function UnsentScans({ count, isHeldUp, onDelete }: UnsentScansProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <Alert color="yellow" title={t('desk.unsent.title', { count })}>
      <Stack gap="sm" align="flex-start">
        <Text>{isHeldUp ? t('desk.unsent.heldUp') : t('desk.unsent.ended')}</Text>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('desk.unsent.delete')}
        </Button>
      </Stack>
      <ConfirmDialog
        opened={isAsking}
        title={t('desk.unsent.confirmTitle', { count })}
        text={t('desk.unsent.confirmText')}
        confirm={t('desk.unsent.confirm')}
        onConfirm={() => {
          setAsking(false);
          onDelete();
        }}
        onClose={() => setAsking(false)}
      />
    </Alert>
  );
}
