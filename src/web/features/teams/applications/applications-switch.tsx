import { Switch } from '@mantine/core';
import type { SwitchProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMailMode } from '../../sign-in/queries.ts';

/** Whether people can apply to a team. */
export function ApplicationsSwitch(props: SwitchProps) {
  const { t } = useTranslation();
  const mail = useMailMode();
  return (
    <Switch {...props} label={t('apply.manage.takes')} description={t('apply.manage.takesHint', { context: mail })} />
  );
}
