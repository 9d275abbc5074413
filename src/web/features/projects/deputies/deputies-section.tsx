import { Badge, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Grant, Project } from '../../../../client/client.ts';
import { grantDaysAfterEvent } from '../../../../shared/deputies.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { fromZonedInput, toZonedInput } from '../../../../locales/format/zoned-time.ts';
import type { Versioned } from '../../../api.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useEditing } from '../../../ui/editing/editing.ts';
import { EditingForm } from '../../../ui/editing/editing-form.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import { changeGrant, endedGrantsQuery, endGrant, grantsQuery, grantVersionQuery } from './queries.ts';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { GiveGrant } from './give-grant.tsx';
import { partName } from './part-name.ts';

/** Who does a part of the owners' work for a while. Owners give, change and end it here. */
export function DeputiesSection({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { pid } = project;
  const list = useQuery(grantsQuery(pid));
  const [moving, setMoving] = useState<Grant>();
  const [ending, setEnding] = useState<Grant>();
  const [giving, setGiving] = useState(false);
  const [showsEnded, setShowsEnded] = useState(false);
  const end = useChange(endGrant(pid), {
    message: ({ name }) => t('deputies.ended', { name: shownName(t, name) }),
    onDone: () => setEnding(undefined),
  });
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="deputies">
      <Title order={2} size="h4" mb={4} id="deputies">
        {t('deputies.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('deputies.lead')}
      </Text>
      <Stack gap="lg">
        <Loaded query={list} embedded>
          {(found) =>
            found.length === 0 ? (
              <Text>{t('deputies.none')}</Text>
            ) : (
              <GrantList project={project} grants={found} onMove={setMoving} onEnd={setEnding} />
            )
          }
        </Loaded>
        <Group gap="xs">
          {project.rights.edit && project.state !== 'archived' ? (
            <Button size="xs" aria-haspopup="dialog" onClick={() => setGiving(true)}>
              {t('deputies.giveTitle')}
            </Button>
          ) : null}
          <Button size="xs" variant="default" aria-expanded={showsEnded} onClick={() => setShowsEnded(!showsEnded)}>
            {t(showsEnded ? 'deputies.hideEnded' : 'deputies.showEnded')}
          </Button>
        </Group>
        {showsEnded ? <EndedGrants project={project} /> : null}
      </Stack>
      <SideDrawer opened={giving} title={t('deputies.giveTitle')} onClose={() => setGiving(false)}>
        <GiveGrant project={project} onDone={() => setGiving(false)} />
      </SideDrawer>
      <Dialog
        opened={moving !== undefined}
        title={t('deputies.moveTitle', { name: shownName(t, moving?.name ?? '') })}
        onClose={() => setMoving(undefined)}
      >
        {moving === undefined ? null : <MoveEnd project={project} id={moving.id} onDone={() => setMoving(undefined)} />}
      </Dialog>
      <ConfirmDialog
        opened={ending !== undefined}
        title={t('deputies.endTitle', { name: shownName(t, ending?.name ?? '') })}
        text={t('deputies.endText')}
        confirm={t('deputies.end')}
        change={end}
        onConfirm={() => ending && end.mutate(ending)}
        onClose={() => setEnding(undefined)}
      />
    </Paper>
  );
}

type GrantListProps = {
  project: Project;
  grants: readonly Grant[];
  onMove?: (grant: Grant) => void;
  onEnd?: (grant: Grant) => void;
};

function GrantList({ project, grants, onMove, onEnd }: GrantListProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={0} component="ul" className="muster-plain-list" aria-label={t('deputies.title')}>
      {grants.map((grant) => {
        const about = { name: shownName(t, grant.name), part: partName(t, grant) };
        return (
          <Group key={grant.id} component="li" className="muster-row" justify="space-between" align="flex-start">
            <About project={project} grant={grant} />
            {grant.rights.change ? (
              <Group gap="xs">
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('deputies.moveWhat', about)}
                  onClick={() => onMove?.(grant)}
                >
                  {t('deputies.move')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('deputies.endWhat', about)}
                  onClick={() => onEnd?.(grant)}
                >
                  {t('deputies.end')}
                </Button>
              </Group>
            ) : null}
          </Group>
        );
      })}
    </Stack>
  );
}

function About({ project: { timezone }, grant }: { project: Project; grant: Grant }) {
  const { t, i18n } = useTranslation();
  const { name, from, until, reason, state, granted_by_name: giver } = grant;
  const time = (at: string) => formatDateTimeAt(at, i18n.language, timezone);
  const span = { from: time(from), until: time(until) };
  return (
    <div className="muster-breaks">
      <Group gap="xs">
        <Text fw={550}>{shownName(t, name)}</Text>
        <Badge variant={state === 'active' ? 'light' : 'default'}>{partName(t, grant)}</Badge>
      </Group>
      <Text size="sm">{t(`deputies.span.${state}`, span)}</Text>
      <Text size="sm" c="dimmed">
        {giver === null ? reason : t('deputies.givenBy', { reason, name: shownName(t, giver) })}
      </Text>
    </div>
  );
}

function EndedGrants({ project }: { project: Project }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(endedGrantsQuery(project.pid));
  const { rows, more } = useRows(list);
  return (
    <Loaded query={list} embedded>
      {() =>
        rows.length === 0 ? (
          <Text size="sm" c="dimmed" mt="sm">
            {t('deputies.noneEnded')}
          </Text>
        ) : (
          <>
            <GrantList project={project} grants={rows} />
            <MoreButton more={more} />
          </>
        )
      }
    </Loaded>
  );
}

type MoveEndProps = { project: Project; id: string; onDone: () => void };

function MoveEnd({ project, id, onDone }: MoveEndProps) {
  const version = useQuery(grantVersionQuery(project.pid, id));
  return (
    <Loaded query={version} embedded>
      {(found) => <MoveForm project={project} version={found} onDone={onDone} />}
    </Loaded>
  );
}

type MoveFormProps = { project: Project; version: Versioned<Grant>; onDone: () => void };

function MoveForm({ project: { pid, timezone }, version, onDone }: MoveFormProps) {
  const { t } = useTranslation();
  const { id } = version.body;
  const record = changeGrant(pid, id);
  const versionOf = ({ body, etag }: Versioned<Grant>) => ({
    values: { until: toZonedInput(body.until, timezone) },
    etag,
  });
  const editing = useEditing<{ until: string }>({
    draft: `grant:${id}`,
    current: versionOf(version),
    load: async () => versionOf(await record.load()),
    save: async ({ until }, etag) =>
      versionOf(await record.save({ until: fromZonedInput(until, timezone) ?? '' }, etag)),
    affects: record.affects,
    validate: ({ until }): Record<string, string> => (until === '' ? { until: t('deputies.untilMissing') } : {}),
    errorText: () => t('deputies.untilWrong', { days: grantDaysAfterEvent }),
    savedMessage: t('deputies.moved', { name: shownName(t, version.body.name) }),
    onSaved: onDone,
  });
  return (
    <EditingForm
      editing={editing}
      fields={{ until: { label: t('deputies.until') } }}
      action={t('deputies.save')}
      inDialog
    >
      <TextInput
        type="datetime-local"
        label={t('deputies.until')}
        description={t('deputies.zone', { zone: timezone })}
        {...editing.form.getInputProps('until')}
      />
    </EditingForm>
  );
}
