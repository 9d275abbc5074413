import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { shownName } from '../../../../locales/format/names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { emergencyQuery } from '../queries.ts';

type EmergencyDialogProps = { pid: string; person: { uid: string; name: string }; onClose: () => void };

/** Whom to call. Opening it is a look that the person sees. */
export function EmergencyDialog({ pid, person, onClose }: EmergencyDialogProps) {
  const { t } = useTranslation();
  const found = useQuery(emergencyQuery(pid, person.uid));
  return (
    <Dialog opened title={t('onSite.rollCall.emergencyOf', { name: shownName(t, person.name) })} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('onSite.rollCall.looked')}
        </Text>
        <Loaded query={found} embedded>
          {({ emergency: { contacts, note }, updated_at: at }) =>
            at === null ? (
              <Text>{t('onSite.rollCall.noContacts')}</Text>
            ) : (
              <Stack component="ul" className="muster-plain-list" gap="sm">
                {contacts.map(({ name, relation, phone }) => (
                  <li key={`${name} ${phone}`}>
                    <Text fw={600} className="muster-breaks">
                      {relation === '' ? name : `${name} · ${relation}`}
                    </Text>
                    <Anchor href={`tel:${phone}`}>{phone}</Anchor>
                  </li>
                ))}
                {note === '' ? null : <Text className="muster-breaks">{note}</Text>}
              </Stack>
            )
          }
        </Loaded>
      </Stack>
    </Dialog>
  );
}
