import { ActionIcon, Button, Fieldset, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Contact } from '../../../client/client.ts';
import { formatList } from '../../../locales/format/lists.ts';
import type { Editing } from '../../ui/editing/editing.ts';
import { CloseIcon } from '../subsidies/close-icon.tsx';
import { contactRecord, recordQuery } from './queries.ts';
import { RecordForm, Section, unchanged } from './record-page.tsx';
import type { RecordFields } from './record-page.tsx';
import type { Loading } from '../../loading.ts';
import { loadSendingForm } from './back-to-form.tsx';

/** The rows of the form have no identity but their place. */
const rows = ['first', 'second', 'third', 'fourth', 'fifth'];
const audiences = ['owners', 'chiefs', 'team'] as const;
const emptyHandle = { service: '', name: '' };

export const loadContactPage = ({ load, search }: Loading) =>
  Promise.all([load(recordQuery(contactRecord)), loadSendingForm(load, search)]);

export function ContactPage() {
  const { t, i18n } = useTranslation();
  const fields: RecordFields<Contact> = {
    phone: { label: t('person.contact.phone'), wrong: t('person.contact.phoneWrong') },
    handles: {
      label: t('person.contact.handles'),
      wrong: t('person.contact.handleMissing'),
      show: (handles) =>
        formatList(
          handles.map(({ service, name }) => `${service} ${name}`),
          i18n.language,
        ),
    },
    visible_to: { label: t('person.contact.visibleTo'), show: (value) => t(`person.contact.visible.${value}`) },
  };
  const validate = ({ handles }: Contact): Record<string, string> =>
    Object.fromEntries(
      handles.flatMap(({ service, name }, index) => [
        ...(service.trim() === '' ? [[`handles.${index}.service`, t('person.contact.handleMissing')]] : []),
        ...(name.trim() === '' ? [[`handles.${index}.name`, t('person.contact.handleMissing')]] : []),
      ]),
    );
  return (
    <Section title={t('person.nav.contact')} lead={t('person.contact.lead')} seen={t('person.contact.seen')}>
      <RecordForm
        record={contactRecord}
        place="tab"
        toValues={unchanged}
        toBody={(contact) => ({ ...contact, phone: contact.phone.trim() })}
        items={{ handles: emptyHandle }}
        {...{ fields, validate }}
      >
        {(form) => (
          <>
            <TextInput
              {...form.getInputProps('phone')}
              label={t('person.contact.phone')}
              description={t('person.contact.phoneHint')}
              type="tel"
              name="phone"
              autoComplete="tel"
              className="muster-field"
            />
            <Handles form={form} />
            <Radio.Group
              {...form.getInputProps('visible_to')}
              label={t('person.contact.visibleTo')}
              description={t('person.contact.visibleToHint')}
            >
              <Stack gap="sm" mt="sm">
                {audiences.map((value) => (
                  <Radio
                    key={value}
                    value={value}
                    label={t(`person.contact.visible.${value}`)}
                    description={t(`person.contact.visible.${value}Hint`)}
                  />
                ))}
              </Stack>
            </Radio.Group>
          </>
        )}
      </RecordForm>
    </Section>
  );
}

function Handles({ form }: { form: Editing<Contact>['form'] }) {
  const { t } = useTranslation();
  const { handles } = form.values;
  return (
    <Fieldset
      variant="unstyled"
      mx={0}
      styles={{ legend: { marginBottom: 0 } }}
      legend={
        <Text span size="sm" fw={600}>
          {t('person.contact.handles')}
        </Text>
      }
    >
      <Stack gap="sm" align="flex-start">
        <Text size="xs" c="dimmed">
          {t('person.contact.handlesHint')}
        </Text>
        {handles.map(({ service, name }, index) => (
          <Group key={rows[index]} gap="sm" align="flex-end" wrap="nowrap" w="100%">
            <TextInput
              {...form.getInputProps(`handles.${index}.service`)}
              label={t('person.contact.service')}
              maxLength={40}
              flex="1 1 8rem"
            />
            <TextInput
              {...form.getInputProps(`handles.${index}.name`)}
              label={t('person.contact.handle')}
              maxLength={100}
              flex="2 1 10rem"
            />
            <ActionIcon
              variant="default"
              size="input-sm"
              aria-label={t('person.contact.removeWhich', { name: service || name || String(index + 1) })}
              onClick={() => form.removeListItem('handles', index)}
            >
              <CloseIcon />
            </ActionIcon>
          </Group>
        ))}
        {handles.length < rows.length ? (
          <Button variant="default" onClick={() => form.insertListItem('handles', emptyHandle)}>
            {t('person.contact.add')}
          </Button>
        ) : null}
      </Stack>
    </Fieldset>
  );
}
