import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Team } from '../../../../client/client.ts';
import { memberKeys } from '../../../keys.ts';
import { formatDate } from '../../../../locales/format/dates.ts';
import { useEditing } from '../../../ui/editing/editing.ts';
import { EditingNotices, RestoredNotice } from '../../../ui/editing/editing-notices.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { SignedFirst } from '../../documents/to-sign.tsx';
import { ListingChoice } from '../../members/listing-choice.tsx';
import { keepShownListing } from '../../members/queries.ts';
import { useMe } from '../../people/queries.ts';
import { CallTimes } from './call-times.tsx';
import { callQuery, editOwnApplication, isCalling, ownApplicationQuery, ownApplicationsQuery } from './queries.ts';
import type { OwnVersion } from './queries.ts';
import { Withdraw } from './own-applications.tsx';
import { OwnNameField } from '../../profile/own-name-field.tsx';
import { useShownZone } from '../../projects/event/event-zone.tsx';

type ApplyProps = { pid: string; team: Team };
type ApplyCardProps = ApplyProps & { project: Project };

/** On the page of a team: the form to apply, or the open application; a link to the call if the event has one. */
export function ApplyCard({ project, ...props }: ApplyCardProps) {
  const call = useQuery(callQuery(props.pid)).data;
  if (call === undefined) return null;
  if (isCalling(call)) return <CallNotice {...props} project={project} isOpen={call.open} />;
  return <TeamCard {...props} archived={project.state === 'archived'} />;
}

function CallNotice({ pid, team, project, isOpen }: ApplyCardProps & { isOpen: boolean }) {
  const { t } = useTranslation();
  const signedIn = useMe() !== null;
  const own = useQuery({ ...ownApplicationsQuery, enabled: signedIn }).data ?? [];
  const hasApplied = own.some((one) => one.pid === pid);
  if (team.rights.leave || team.disabled || !(team.takes_applications || hasApplied)) return null;
  return (
    <Group className="muster-notice muster-no-print" justify="space-between" gap="md">
      <div>
        {team.takes_applications ? <Text maw="36rem">{t('apply.call.takes')}</Text> : null}
        <CallTimes project={project} />
      </div>
      {isOpen || hasApplied ? (
        <ButtonLink to="/projects/$pid/apply" params={{ pid }} search={{ tid: team.tid }}>
          {t(hasApplied ? 'apply.ownTitle' : 'apply.call.open')}
        </ButtonLink>
      ) : null}
    </Group>
  );
}

function TeamCard({ pid, team, archived }: ApplyProps & { archived: boolean }) {
  const { t } = useTranslation();
  const signedIn = useMe() !== null;
  const heading = useRef<HTMLHeadingElement>(null);
  const sent = useQuery({ ...ownApplicationQuery(pid, team.tid), enabled: signedIn && !team.rights.leave }).data;
  // After a withdrawal the form is empty again.
  const [formNumber, setFormNumber] = useState(0);
  const [before, setBefore] = useState(sent);
  if (before !== sent) {
    setBefore(sent);
    if (sent === null && before !== undefined) setFormNumber(formNumber + 1);
  }
  const canApply = !archived && !team.disabled;
  if (!signedIn && team.takes_applications && canApply) return <VisitorNotice pid={pid} tid={team.tid} />;
  if (sent === undefined || (sent === null && !(team.rights.apply && canApply))) return null;
  return (
    <Paper className="muster-surface muster-no-print" p="lg" component="section" aria-labelledby="apply" maw="44rem">
      <Title order={2} size="h4" mb="xs" id="apply" tabIndex={-1} ref={heading} style={{ outline: 'none' }}>
        {sent === null ? t('apply.title', { team: team.name }) : t('apply.ownTitle')}
      </Title>
      <SignedFirst pid={pid}>
        <ApplyForm key={formNumber} pid={pid} team={team} sent={sent} onWithdrawn={() => heading.current?.focus()} />
      </SignedFirst>
    </Paper>
  );
}

function VisitorNotice({ pid, tid }: { pid: string; tid: string }) {
  const { t } = useTranslation();
  return (
    <Group className="muster-notice muster-no-print" justify="space-between" gap="md">
      <Text maw="36rem">{t('apply.visitor')}</Text>
      <ButtonLink to="/sign-in" search={{ next: `/projects/${pid}/teams/${tid}` }}>
        {t('apply.signIn')}
      </ButtonLink>
    </Group>
  );
}

type Values = { name: string; message: string };
type ApplyFormProps = ApplyProps & { sent: OwnVersion | null; onWithdrawn: () => void };

const versionOf = (sent: OwnVersion | null) => ({
  values: { name: '', message: sent?.body.message ?? '' },
  etag: sent?.etag,
});

function ApplyForm({ pid, team, sent, onWithdrawn }: ApplyFormProps) {
  const { t, i18n } = useTranslation();
  const me = useMe();
  const nameless = me?.name === '';
  const { tid, name } = team;
  const record = editOwnApplication(pid, tid, i18n.language);
  const editing = useEditing<Values>({
    draft: `application:${pid}/${tid}`,
    current: versionOf(sent),
    load: async () => versionOf(await record.load()),
    save: async (values, etag) => {
      const changes = { message: values.message.trim(), name: nameless ? values.name.trim() : undefined };
      const saved = versionOf(await record.save(changes, etag));
      await keepShownListing(pid, me);
      return saved;
    },
    affects: [...record.affects, memberKeys.own],
    validate: (values): Record<string, string> =>
      nameless && values.name.trim() === '' ? { name: t('person.profile.nameMissing') } : {},
    savedMessage: sent === null ? t('apply.sent', { team: name }) : t('apply.changed'),
  });
  const { form } = editing;
  return (
    <form noValidate id={editing.formId} onSubmit={editing.submit}>
      <Stack gap="md">
        <RestoredNotice editing={editing} />
        <ApplicationState team={team} sent={sent} />
        {/* First, because in many projects it is on: nobody should find out after they have applied. */}
        <ListingChoice pid={pid} />
        {nameless ? <OwnNameField {...form.getInputProps('name')} /> : null}
        {team.rights.apply ? (
          <Textarea
            {...form.getInputProps('message')}
            label={t('apply.message')}
            description={t('apply.messageHint')}
            maxLength={2000}
            autosize
            minRows={3}
            maxRows={12}
          />
        ) : null}
        <Text size="sm">{t('apply.shows', { email: me?.email ?? '' })}</Text>
        <EditingNotices editing={editing} fields={{ message: { label: t('apply.message') } }} />
        <Group gap="sm">
          {team.rights.apply ? (
            <Button type="submit" loading={editing.pending} disabled={sent !== null && !editing.dirty}>
              {sent === null ? t('apply.action') : t('apply.change')}
            </Button>
          ) : null}
          {sent === null ? null : <Withdraw pid={pid} tid={tid} team={name} onDone={onWithdrawn} />}
        </Group>
      </Stack>
    </form>
  );
}

/** Since when the application is open, or what to know before applying. */
function ApplicationState({ team, sent }: { team: Team; sent: OwnVersion | null }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  if (sent === null) return team.open_places === 0 ? <Text>{t('apply.full')}</Text> : null;
  const [date, end] = [sent.body.applied_at, sent.body.expires_at].map((at) => formatDate(at, i18n.language, zone));
  return (
    <>
      <Text>{t('apply.since', { date, end })}</Text>
      {team.takes_applications ? null : <Text>{t('apply.closed')}</Text>}
    </>
  );
}
