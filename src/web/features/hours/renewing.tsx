import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HoursRow, Project } from '../../../client/client.ts';
import { shownName } from '../../../locales/format/names.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEach } from '../../ui/table/each.ts';
import { EachState } from '../../ui/table/selection-bar.tsx';
import { NotOver } from '../projects/event/not-over.tsx';
import { replaceEach } from './queries.ts';
import { useTold } from '../notices/told.ts';

/** New certificates for everybody whose hours changed since theirs was issued. */
export function Renewing({ project, outdated }: { project: Project; outdated: readonly HoursRow[] }) {
  const { t } = useTranslation();
  const told = useTold();
  const [asking, setAsking] = useState(false);
  const each = useEach(replaceEach(project.pid), (done) => {
    if (done > 0) notifications.show({ message: t('hours.manage.done', { count: done }) });
  });
  // Nothing to print for those who have no hours left: their certificates can be revoked.
  const renewable = outdated.filter(({ minutes }) => minutes > 0);
  const count = renewable.length;
  return (
    <>
      {outdated.length === 0 ? null : (
        <Group>
          {count === 0 ? null : (
            <Button variant="default" disabled={each.running} onClick={() => setAsking(true)}>
              {t('hours.manage.renewAll')}
            </Button>
          )}
          <Text size="sm">{t('hours.manage.outdated', { count: outdated.length })}</Text>
        </Group>
      )}
      <EachState
        each={each}
        label={t('hours.manage.renewAll')}
        result={(done, all) => t('hours.manage.renewedOf', { done, count: all })}
        keyOf={({ uid }) => uid}
        nameOf={({ name }) => shownName(t, name)}
      />
      <ConfirmDialog
        opened={asking}
        title={t('hours.manage.renewAllTitle')}
        text={told(t('hours.manage.renewAllText', { count }))}
        confirm={t('hours.manage.renewAll')}
        onConfirm={() => {
          setAsking(false);
          each.run(renewable);
        }}
        onClose={() => setAsking(false)}
      >
        <NotOver project={project} effect={t('hours.manage.issueEarly')} />
      </ConfirmDialog>
    </>
  );
}
