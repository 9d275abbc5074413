import { Anchor, Stack, Text } from '@mantine/core';
import type { Reachable } from './has-contact.ts';
import { hasContact } from './has-contact.ts';

/** E-mail address, phone number and chat names, one below the other. */
export function ContactLinks({ email, contact }: Reachable) {
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
          {`${service}: ${name}`}
        </Text>
      ))}
    </Stack>
  );
}
