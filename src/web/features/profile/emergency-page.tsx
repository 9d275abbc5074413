import { Button, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Emergency } from '../../../client/client.ts';
import { formatList } from '../../../locales/format/lists.ts';
import type { Loading } from '../../loading.ts';
import type { Editing } from '../../ui/editing/editing.ts';
import { emergencyRecord, recordQuery } from './queries.ts';
import { RecordForm, Section, unchanged } from './record-page.tsx';
import type { RecordFields } from './record-page.tsx';

/** The contacts of the form have no identity but their place. */
const places = ['first', 'second', 'third'];
const emptyContact = { name: '', relation: '', phone: '' };

export const loadEmergencyPage = ({ load }: Loading) => load(recordQuery(emergencyRecord));

/** Whom to call if something happens to the person. */
export function EmergencyPage() {
  const { t, i18n } = useTranslation();
  const fields: RecordFields<Emergency> = {
    contacts: {
      label: t('onSite.emergency.contacts'),
      wrong: t('onSite.emergency.phoneWrong'),
      show: (contacts) =>
        formatList(
          contacts.map(({ name, phone }) => `${name} ${phone}`),
          i18n.language,
        ),
    },
    note: { label: t('onSite.emergency.note'), wrong: t('person.tooLong', { count: 500 }) },
  };
  const validate = ({ contacts }: Emergency): Record<string, string> =>
    Object.fromEntries(
      contacts.flatMap(({ name, phone }, index) => [
        ...(name.trim() === '' ? [[`contacts.${index}.name`, t('onSite.emergency.nameMissing')]] : []),
        ...(phone.trim() === '' ? [[`contacts.${index}.phone`, t('onSite.emergency.phoneMissing')]] : []),
      ]),
    );
  return (
    <Section title={t('person.nav.emergency')} lead={t('onSite.emergency.lead')} seen={t('onSite.emergency.seen')}>
      <RecordForm
        record={emergencyRecord}
        place="tab"
        toValues={unchanged}
        toBody={({ contacts, note }) => ({
          contacts: contacts.map((contact) => ({ ...contact, phone: contact.phone.trim() })),
          note,
        })}
        items={{ contacts: emptyContact }}
        {...{ fields, validate }}
      >
        {(form) => (
          <>
            <Contacts form={form} />
            <Textarea
              {...form.getInputProps('note')}
              label={t('onSite.emergency.note')}
              description={t('onSite.emergency.noteHint')}
              maxLength={500}
              autosize
              minRows={2}
            />
          </>
        )}
      </RecordForm>
    </Section>
  );
}

function Contacts({ form }: { form: Editing<Emergency>['form'] }) {
  const { t } = useTranslation();
  const { contacts } = form.values;
  return (
    <Stack gap="lg" align="stretch">
      {contacts.map(({ name }, index) => (
        <Fieldset
          key={places[index]}
          variant="unstyled"
          mx={0}
          legend={
            <Text span size="sm" fw={600}>
              {t('onSite.emergency.contact', { number: index + 1 })}
            </Text>
          }
        >
          <Stack gap="sm" align="flex-start">
            <Group gap="sm" align="flex-start" w="100%">
              <TextInput
                {...form.getInputProps(`contacts.${index}.name`)}
                label={t('onSite.emergency.name')}
                maxLength={100}
                autoComplete="off"
                flex="1 1 12rem"
              />
              <TextInput
                {...form.getInputProps(`contacts.${index}.relation`)}
                label={t('onSite.emergency.relation')}
                placeholder={t('onSite.emergency.relationExample')}
                maxLength={100}
                autoComplete="off"
                flex="1 1 12rem"
              />
            </Group>
            <TextInput
              {...form.getInputProps(`contacts.${index}.phone`)}
              label={t('onSite.emergency.phone')}
              description={t('person.contact.phoneHint')}
              type="tel"
              autoComplete="off"
              className="muster-field"
            />
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('onSite.emergency.removeWhich', { name: name || String(index + 1) })}
              onClick={() => form.removeListItem('contacts', index)}
            >
              {t('onSite.emergency.remove')}
            </Button>
          </Stack>
        </Fieldset>
      ))}
      {contacts.length < places.length ? (
        <div>
          <Button variant="default" onClick={() => form.insertListItem('contacts', emptyContact)}>
            {t(contacts.length === 0 ? 'onSite.emergency.add' : 'onSite.emergency.addAnother')}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
