import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../../../client/client.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { formsQuery } from '../queries.ts';

type TravelTabsProps = { pid: string; at: 'table' | 'payments' | 'accounts'; form?: Form };

/** The table of travel money, the payments of each form about it, and the bank accounts of the form that is open. */
export function TravelTabs({ pid, at, form: open }: TravelTabsProps) {
  const { t } = useTranslation();
  const forms = (useQuery(formsQuery(pid)).data ?? []).filter(({ kind }) => kind === 'travel_money');
  if (forms.length === 0) return null;
  const look = (isOpen: boolean) => ({
    size: 'xs' as const,
    variant: isOpen ? 'light' : 'default',
    ...(isOpen && { 'aria-current': 'page' as const }),
  });
  return (
    <nav aria-label={t('manage.parts.travel')} className="muster-no-print">
      <Group gap="xs" my="md">
        <ButtonLink to="/projects/$pid/manage/travel-money" params={{ pid }} {...look(at === 'table')}>
          {t('manage.travel.rows')}
        </ButtonLink>
        {forms.map(({ form, title }) => (
          <ButtonLink
            key={form}
            to="/projects/$pid/manage/travel-money/$form"
            params={{ pid, form }}
            {...look(at === 'payments' && form === open?.form)}
          >
            {t('disclosure.list.paymentsTitle', { title })}
          </ButtonLink>
        ))}
        {open?.passes_on.includes('bank') === true ? (
          <ButtonLink
            to="/projects/$pid/manage/travel-money/$form/accounts"
            params={{ pid, form: open.form }}
            {...look(at === 'accounts')}
          >
            {t('manage.payments.accounts')}
          </ButtonLink>
        ) : null}
      </Group>
    </nav>
  );
}
