import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../ui/page-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { PrintButton } from '../../../ui/print-button.tsx';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { useManagedProject, loadManaged } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import styles from '../desk.module.css';
import { QrPicture } from '../qr-picture.tsx';
import { placeCodesQuery, devicesQuery } from '../queries.ts';
import { DevicesCard } from './devices-card.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { OtherZone } from '../../projects/event/event-zone.tsx';

export const loadManageDeskPage = loadManaged('run_desk', ({ load, params: { pid } }) =>
  Promise.all([load(devicesQuery(pid)), load(placeCodesQuery(pid)), load(teamsQuery(pid))]),
);

export function ManageDeskPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.desk')} · ${project.name}`);
  if (!project.rights.run_desk) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('manage.parts.desk')} help={t('desk.manage.lead')} />
      <OtherZone />
      <Stack gap="lg">
        <DevicesCard pid={pid} purpose="desk" />
        <PlaceCodesCard pid={pid} />
        <DevicesCard pid={pid} purpose="screen" />
      </Stack>
    </>
  );
}

function PlaceCodesCard({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const codes = useQuery(placeCodesQuery(pid));
  return (
    <TitledCard id="places" title={t('desk.manage.places')} lead={t('desk.manage.placesLead')}>
      <Loaded query={codes} embedded>
        {({ data }) =>
          data.length === 0 ? (
            <Text>{t('desk.manage.noPlaces')}</Text>
          ) : (
            <Stack gap="md">
              <div>
                <PrintButton />
              </div>
              <div className={styles.sheet}>
                {data.map(({ place, name, svg }) => (
                  <figure key={place} style={{ margin: 0 }}>
                    <QrPicture svg={svg} label={t('desk.manage.placeCode', { name })} />
                    <Text component="figcaption" fw={600}>
                      {name}
                    </Text>
                  </figure>
                ))}
              </div>
            </Stack>
          )
        }
      </Loaded>
    </TitledCard>
  );
}
