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

/** The form or the claim that sent the person to this page. */
function useSender() {
  const { t } = useTranslation();
  const { pid = '', form = '', claim } = useSearch({ strict: false });
  const { data } = useQuery({ ...formQuery(pid, form), enabled: pid !== '' && form !== '' });
  if (pid !== '' && claim !== undefined)
    return {
      link: { to: '/projects/$pid/claims/$id', params: { pid, id: claim } } as const,
      text: t('person.backToClaim'),
    };
  if (data === undefined) return undefined;
  return {
    link: { to: '/projects/$pid/forms/$form', params: { pid, form } } as const,
    text: t('person.backToForm', { form: data.title }),
  };
}

export function BackToForm() {
  const { t } = useTranslation();
  const sender = useSender();
  if (sender === undefined) return null;
  return (
    <Text size="sm" c="dimmed" mb="xs">
      <PageLink {...sender.link} inherit>
        {`‹ ${sender.text}`}
      </PageLink>
      {` · ${t('person.formKept')}`}
    </Text>
  );
}

/** Leads back to the form or the claim that asked for the data, from beside the save button. */
export function BackToFormButton() {
  const sender = useSender();
  if (sender === undefined) return null;
  return (
    <ButtonLink {...sender.link} variant="default">
      {sender.text}
    </ButtonLink>
  );
}
