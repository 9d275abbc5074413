import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnProject } from '../../../../client/client.ts';
import { formatDateTime } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { partName } from './part-name.ts';
import { giveUpGrant } from './queries.ts';

type OwnGrant = OwnProject['grants'][number];

/** What the person does for the owners of a project, and until when. */
export function OwnGrants({ project: { name: project, grants } }: { project: OwnProject }) {
  const { t, i18n } = useTranslation();
  const [stopping, setStopping] = useState<OwnGrant>();
  const stop = useChange(giveUpGrant, {
    message: () => t('deputies.stopped'),
    onDone: () => setStopping(undefined),
  });
  if (grants.length === 0) return null;
  return (
    <>
      <Stack gap={0} component="ul" className="muster-plain-list" mt="xs">
        {grants.map((grant) => (
          <Group key={grant.id} component="li" justify="space-between" wrap="nowrap" className="muster-row">
            <div>
              <Text>{t('deputies.own', { part: partName(t, grant) })}</Text>
              <Text size="sm" c="dimmed">
                {t('deputies.ownUntil', { until: formatDateTime(grant.until, i18n.language) })}
              </Text>
            </div>
            <Button
              size="xs"
              variant="default"
              flex="none"
              aria-label={t('deputies.stopWhat', { part: partName(t, grant), project })}
              onClick={() => setStopping(grant)}
            >
              {t('deputies.stop')}
            </Button>
          </Group>
        ))}
      </Stack>
      <ConfirmDialog
        opened={stopping !== undefined}
        title={t('deputies.stopTitle')}
        text={t('deputies.stopText', { project })}
        confirm={t('deputies.stop')}
        change={stop}
        onConfirm={() => stopping && stop.mutate(stopping)}
        onClose={() => setStopping(undefined)}
      />
    </>
  );
}
