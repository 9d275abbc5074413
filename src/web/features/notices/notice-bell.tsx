import { ActionIcon, Indicator } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BellIcon } from '../../ui/icons.tsx';

const maxShown = 99;

/** Leads to the notices and shows how many are unread. */
export function NoticeBell({ unread }: { unread: number }) {
  const { t } = useTranslation();
  const label = unread === 0 ? t('notices.bell.none') : t('notices.bell.unread', { count: unread });
  return (
    <Indicator
      label={unread > maxShown ? `${maxShown}+` : unread}
      disabled={unread === 0}
      size={16}
      offset={5}
      color="red.8"
    >
      <ActionIcon
        component={Link}
        to="/me/notices"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        title={label}
      >
        <BellIcon />
      </ActionIcon>
    </Indicator>
  );
}
