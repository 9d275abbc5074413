import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../api.ts';
import type { DraftPlace, ItemShapes } from '../../ui/editing/draft-storage.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import type { Editing, Version } from '../../ui/editing/editing.ts';
import { EditingForm, Unsaved } from '../../ui/editing/editing-form.tsx';
import type { FieldTexts } from '../../ui/editing/editing-notices.tsx';
import { LockIcon } from '../../ui/icons.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { BackToForm, BackToFormButton } from './back-to-form.tsx';
import { recordQuery } from './queries.ts';
import type { OwnRecord } from './queries.ts';

type SectionProps = { title: string; lead: string; seen?: ReactNode; children: ReactNode };

/** A page about the person's own data, with a note on who can see it. */
export function Section({ title, lead, seen, children }: SectionProps) {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <Stack gap="lg" maw="44rem">
      <div>
        <BackToForm />
        <Title order={1} size="h2" tabIndex={-1}>
          {title}
        </Title>
        <Text c="dimmed" mt={4}>
          {lead}
        </Text>
      </div>
      {seen === undefined ? null : (
        <div className="muster-seen">
          <LockIcon size={20} />
          <Text size="sm" component="div">
            <strong>{t('person.seen')}</strong>
            <br />
            {seen}
          </Text>
        </div>
      )}
      {children}
    </Stack>
  );
}

/** The texts of the fields, with the one to show when the server rejects a field. */
export type RecordFields<T> = FieldTexts<T> & { [K in keyof T]?: { wrong?: string } };

type RecordFormProps<T extends Record<string, unknown>, Body> = {
  record: OwnRecord<Body>;
  place: DraftPlace;
  toValues: (body: Body) => T;
  toBody: (values: T) => Body;
  fields: RecordFields<T>;
  /** An item of each list that may be empty. */
  items?: ItemShapes<T>;
  validate?: (values: T) => Record<string, string>;
  /** The text of the button, where a page has several forms. */
  action?: string;
  /** What to say once it is saved, if that is more than "Saved". */
  savedMessage?: (values: T) => string | undefined;
  children: (form: Editing<T>['form']) => ReactNode;
};

/** A form for one record that people keep about themselves. */
export function RecordForm<T extends Record<string, unknown>, Body>(props: RecordFormProps<T, Body>) {
  const record = useQuery(recordQuery(props.record));
  return (
    <Loaded query={record} embedded>
      {(current) => <OpenForm {...props} current={current} />}
    </Loaded>
  );
}

function OpenForm<T extends Record<string, unknown>, Body>(
  props: RecordFormProps<T, Body> & { current: Versioned<Body> },
) {
  const { record, place, toValues, toBody, fields, items, validate, action, savedMessage, current, children } = props;
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const versionOf = ({ body, etag }: Versioned<Body>): Version<T> => ({ values: toValues(body), etag });
  const editing = useEditing<T>({
    draft: record.name,
    place,
    current: versionOf(current),
    load: async () => versionOf(await record.load()),
    save: async (values, etag) => {
      const saved = await record.save(toBody(values), etag);
      // Otherwise the next page, such as home, would begin with the record as it was.
      queryClient.setQueryData(recordQuery(record).queryKey, saved);
      return versionOf(saved);
    },
    affects: record.affects,
    ...(items && { items }),
    ...(validate && { validate }),
    errorText: (field) => fields[field]?.wrong ?? t('person.checkField'),
    savedMessage: ({ values }) => savedMessage?.(values) ?? t('ui.editing.saved'),
  });
  return (
    <Paper className="muster-surface" p={{ base: 'md', xs: 'lg' }}>
      <EditingForm
        editing={editing}
        fields={fields}
        action={action ?? t('ui.editing.save')}
        beside={editing.dirty ? <Unsaved editing={editing} /> : <BackToFormButton />}
      >
        {children(editing.form)}
      </EditingForm>
    </Paper>
  );
}

/** For records whose form has the same values as the API. */
export const unchanged = <T,>(value: T): T => value;
