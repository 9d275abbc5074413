import { Paper, Stack, Text, Title } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftPlace } from '../../ui/editing/drafts.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import type { Editing, Version } from '../../ui/editing/editing.ts';
import { EditingForm, Unsaved } from '../../ui/editing/editing-form.tsx';
import type { FieldWords } from '../../ui/editing/editing-notices.tsx';
import { LockIcon } from '../../ui/icons.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { meQuery } from '../people/queries.ts';

type SectionProps = { title: string; lead: string; seen?: ReactNode; children: ReactNode };

/** One section of what people keep about themselves, with clear words on who can see it. */
export function Section({ title, lead, seen, children }: SectionProps) {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <Stack gap="lg" maw="44rem">
      <div>
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

/** Read anew whenever the page is opened, and not again while somebody types into it. */
export const recordQuery = <T,>(name: string, load: () => Promise<Version<T>>) =>
  queryOptions({
    queryKey: ['own', name],
    queryFn: load,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export type RecordWords<T> = FieldWords<T> & { [K in keyof T]?: { wrong?: string } };

type RecordFormProps<T extends Record<string, unknown>> = {
  name: string;
  place: DraftPlace;
  load: () => Promise<Version<T>>;
  save: (values: T, etag: string | undefined) => Promise<Version<T>>;
  words: RecordWords<T>;
  validate?: (values: T) => Record<string, string>;
  children: (form: Editing<T>['form']) => ReactNode;
};

export function RecordForm<T extends Record<string, unknown>>(props: RecordFormProps<T>) {
  const record = useQuery(recordQuery(props.name, props.load));
  return (
    <Loaded query={record} alone={false}>
      {(current) => <OpenForm {...props} current={current} />}
    </Loaded>
  );
}

function OpenForm<T extends Record<string, unknown>>(props: RecordFormProps<T> & { current: Version<T> }) {
  const { name, place, load, save, words, validate, current, children } = props;
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const editing = useEditing<T>({
    draft: name,
    place,
    current,
    load,
    save,
    ...(validate && { validate }),
    say: (field) => words[field]?.wrong ?? t('person.checkField'),
    savedMessage: t('ui.editing.saved'),
    // What is still missing, the name in the header and the public pages may all have changed.
    onSaved: () => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  return (
    <Paper className="muster-surface" p={{ base: 'md', xs: 'lg' }}>
      <EditingForm editing={editing} words={words} action={t('ui.editing.save')} beside={<Unsaved editing={editing} />}>
        {children(editing.form)}
      </EditingForm>
    </Paper>
  );
}
