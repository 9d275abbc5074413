import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/avatar.tsx';

export type PickRow = {
  uid: string;
  name: string;
  /** For screen readers, if it takes more than the name to tell people apart. */
  spokenName?: string;
  detail: string;
  /** What to know before the person is picked. */
  note?: string | undefined;
  refused?: boolean;
  /** Why there is nothing to pick: the person is in the list already. */
  taken?: string | undefined;
};

export type PickButton = {
  /** The text of the button, such as "Add". */
  action: string;
  pendingUid?: string | undefined;
  disabled?: boolean | undefined;
};

type PickListProps = PickButton & { rows: readonly PickRow[]; onPick: (uid: string) => void };

/** Lists people with a button for each. */
export function PickList({ rows, action, pendingUid, disabled = false, onPick }: PickListProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={4} component="ul" className="muster-plain-list">
      {rows.map(({ uid, name, spokenName = name, detail, note, refused, taken }) => (
        <Group key={uid} component="li" className="muster-row" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Avatar seed={uid} />
            <div className="muster-breaks">
              <Text>{name}</Text>
              <Text size="xs" c="dimmed">
                {detail}
              </Text>
              {taken === undefined ? <Text size="xs">{note}</Text> : null}
            </div>
          </Group>
          {taken !== undefined ? (
            <Text size="sm" c="dimmed" flex="none">
              {taken}
            </Text>
          ) : refused === true ? null : (
            <Button
              size="xs"
              variant="light"
              flex="none"
              loading={pendingUid === uid}
              disabled={disabled}
              aria-label={t('manage.picker.actionFor', { action, name: spokenName })}
              onClick={() => onPick(uid)}
            >
              {action}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
