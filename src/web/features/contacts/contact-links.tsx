import { Anchor, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../locales/format/lists.ts';
import type { Reachable } from './has-contact.ts';
import { hasContact } from './has-contact.ts';

/** Email address, phone number and chat names, one below the other. */
export function ContactLinks({ email, contact }: Reachable) {
  const { t } = useTranslation();
  if (!hasContact({ ...(email !== undefined && { email }), ...(contact && { contact }) })) return null;
  return (
    <Stack gap={4}>
      {contact === undefined || contact.phone === '' ? null : (
        <Anchor href={`tel:${contact.phone}`} size="sm" w="fit-content">
          {contact.phone}
        </Anchor>
      )}
      {email === undefined ? null : (
        <Anchor href={`mailto:${email}`} size="sm" className="muster-breaks" w="fit-content">
          {email}
        </Anchor>
      )}
      {contact?.handles.map(({ service, name }) => (
        <Text key={`${service}: ${name}`} size="sm" className="muster-breaks">
          {t('ui.labelled', { label: service, value: name })}
        </Text>
      ))}
    </Stack>
  );
}

/** Phone number, email address and chat names in one line of a table. */
export function ContactLine({ email, contact }: Reachable) {
  const { t, i18n } = useTranslation();
  const { phone = '', handles = [] } = contact ?? {};
  const names = formatList(
    handles.map(({ service, name }) => t('ui.labelled', { label: service, value: name })),
    i18n.language,
  );
  return (
    <>
      {phone === '' ? null : (
        <Anchor href={`tel:${phone}`} inherit me="xs">
          {phone}
        </Anchor>
      )}
      {email === undefined ? null : (
        <Anchor href={`mailto:${email}`} inherit me="xs">
          {email}
        </Anchor>
      )}
      {names === '' ? null : <span title={names}>{names}</span>}
    </>
  );
}
