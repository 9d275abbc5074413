import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { formQuery } from '../forms/queries.ts';
import type { Loading } from '../../loading.ts';
import { formSearch } from '../../routes/search.ts';

/** For the loaders of the pages that forms send people to. */
export async function loadSendingForm(load: Loading['load'], search: Loading['search']): Promise<void> {
  const { pid, form } = formSearch(search);
  if (pid !== undefined && form !== undefined) await load(formQuery(pid, form));
}

/** The form that sent the person to this page. */
function useSendingForm() {
  const { t } = useTranslation();
  const { pid = '', form = '' } = useSearch({ strict: false });
  const { data } = useQuery({ ...formQuery(pid, form), enabled: pid !== '' && form !== '' });
  return data === undefined ? undefined : { params: { pid, form }, text: t('person.backToForm', { form: data.title }) };
}

export function BackToForm() {
  const { t } = useTranslation();
  const form = useSendingForm();
  if (form === undefined) return null;
  return (
    <Text size="sm" c="dimmed" mb="xs">
      <PageLink to="/projects/$pid/forms/$form" params={form.params} inherit>
        {`‹ ${form.text}`}
      </PageLink>
      {` · ${t('person.formKept')}`}
    </Text>
  );
}

/** Leads back to the form that asked for the data, from beside the save button. */
export function BackToFormButton() {
  const form = useSendingForm();
  if (form === undefined) return null;
  return (
    <ButtonLink to="/projects/$pid/forms/$form" params={form.params} variant="default">
      {form.text}
    </ButtonLink>
  );
}
