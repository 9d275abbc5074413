import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { PageLink } from '../../../ui/links.tsx';

export function NoDates({ project }: { project: Project }) {
  const { t } = useTranslation();
  return (
    <Alert color="orange" variant="outline" icon={<AlertIcon />} title={t('series.noDates')}>
      {project.rights.edit ? (
        <PageLink to="/projects/$pid/manage/settings" params={{ pid: project.pid }}>
          {t('series.setDates')}
        </PageLink>
      ) : (
        <Text size="sm">{t('series.askForDates')}</Text>
      )}
    </Alert>
  );
}
