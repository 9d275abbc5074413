import { EmptyState, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../features/people/queries.ts';
import { KeyIcon } from '../icons.tsx';
import { ButtonLink } from '../links.tsx';
import { usePageTitle } from '../page.tsx';
import { formatChoice } from '../../../locales/format/lists.ts';

type NoAccessProps = {
  title: string;
  text: string;
  /** Says whom to ask. */
  ask: string;
  /** The project to go back to; the home page without it. */
  pid?: string;
};

/** In place of a page that the person may not see. */
export function NoAccess({ title, text, ask, pid }: NoAccessProps) {
  const { t } = useTranslation();
  const withheld = useMe()?.rights_withheld === true;
  usePageTitle(title);
  return (
    <EmptyState
      variant="light"
      size="lg"
      py="xl"
      icon={<KeyIcon size={32} />}
      title={
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
      }
      description={withheld ? t('security.withheld.refusal') : `${text} ${ask}`}
    >
      <EmptyState.Actions>
        {pid === undefined ? (
          <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
        ) : (
          <ButtonLink to="/projects/$pid" params={{ pid }}>
            {t('manage.refusal.toProject')}
          </ButtonLink>
        )}
      </EmptyState.Actions>
    </EmptyState>
  );
}

/** Whom to ask: these people by name, or the organisers if there are none. */
export function useWhomToAsk(names: readonly string[]): string {
  const { t, i18n } = useTranslation();
  if (names.length === 0) return t('manage.refusal.askOrganisers');
  return t('manage.refusal.ask', { names: formatChoice(names, i18n.language) });
}
