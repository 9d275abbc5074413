import { Switch } from '@mantine/core';
import type { SwitchProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Whether people can apply to a team. */
export function ApplicationsSwitch(props: SwitchProps) {
  const { t } = useTranslation();
  return <Switch {...props} label={t('apply.manage.takes')} description={t('apply.manage.takesHint')} />;
}
