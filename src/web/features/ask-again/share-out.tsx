import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormerPersonPage } from '../../../client/client.ts';
import { shownName } from '../../../locales/format/names.ts';
import { useBatches } from '../../ui/batches.ts';
import { invalidate } from '../../ui/change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { affectedByAsking, shareOut } from './queries.ts';

/** As many as the server takes at once. */
const sharedAtOnce = 200;

type ShareOutProps = {
  pid: string;
  askers: NonNullable<FormerPersonPage['askers']>;
  /** Without it, everybody whom nobody in particular asks. */
  uids?: readonly string[];
  onDone: () => void;
};

/** Who asks these people. */
export function ShareOut({ uids, ...props }: ShareOutProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {t(uids === undefined ? 'askAgain.shareAll' : 'askAgain.share')}
      </Button>
      <Dialog opened={opened} title={t('askAgain.shareTitle')} onClose={() => setOpened(false)}>
        <Askers
          {...props}
          {...(uids !== undefined && { uids })}
          onDone={() => {
            setOpened(false);
            props.onDone();
          }}
        />
      </Dialog>
    </>
  );
}

function Askers({ pid, askers, uids, onDone }: ShareOutProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<string[]>([]);
  const work = useBatches<string | undefined, { shared: number }>({
    size: sharedAtOnce,
    send: (some) =>
      shareOut(pid, {
        askers: chosen,
        ...(uids !== undefined && { uids: some.filter((uid) => uid !== undefined) }),
      }),
    onEnd: (answers, left) => {
      void invalidate(queryClient, affectedByAsking(pid));
      if (left.length > 0) return;
      const count = answers.reduce((sum, { shared }) => sum + shared, 0);
      notifications.show({ message: t('askAgain.shared', { count }) });
      onDone();
    },
  });
  return (
    <Stack gap="md">
      <Text size="sm">{t(uids === undefined ? 'askAgain.shareAllText' : 'askAgain.shareText')}</Text>
      <Checkbox.Group label={t('askAgain.askers')} value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {askers.map(({ uid, name }) => (
            <Checkbox key={uid} value={uid} label={shownName(t, name)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {work.error === undefined ? null : <OrganiserProblem error={work.error} />}
      <Group>
        <Button
          disabled={chosen.length === 0 && uids === undefined}
          loading={work.running}
          onClick={() => work.run(uids ?? [undefined])}
        >
          {t(chosen.length === 0 && uids !== undefined ? 'askAgain.shareNobody' : 'askAgain.share')}
        </Button>
      </Group>
    </Stack>
  );
}
