import { Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ThanksPage as Page } from '../../../client/client.ts';
import type { Loading } from '../../loading.ts';
import { PeopleIcon } from '../../ui/icons.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { useRows } from '../../ui/paging.ts';
import { useMe } from '../people/queries.ts';
import { projectQuery } from '../projects/queries.ts';
import { OwnName } from './own-thanks.tsx';
import { ownThanksQuery, thanksNamesQuery, thanksVersionQuery } from './queries.ts';
import { ThanksTotals } from './thanks-totals.tsx';
import styles from './thanks.module.css';

export const loadThanksPage = ({ me, load, loadPages, params: { pid } }: Loading<'pid'>) =>
  Promise.all([
    load(projectQuery(pid)),
    load(thanksVersionQuery(pid)),
    loadPages(thanksNamesQuery(pid)),
    me && load(ownThanksQuery(pid)),
  ]);

/** Thanks the people of an event in public: the organisers' text, how much they did, and who agreed to be named. */
export function ThanksPage() {
  const { pid } = useParams({ from: '/projects/$pid' });
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  const page = useQuery(thanksVersionQuery(pid));
  const me = useMe();
  const name = project?.name ?? '';
  usePageTitle(`${t('thanks.title')} · ${name}`);
  const picture = project?.picture ?? null;
  return (
    <>
      <PageHeading title={t('thanks.title')} lead={t('thanks.lead', { name })} />
      <Loaded query={page} embedded>
        {({ body }) => (
          <Stack gap="xl">
            {body.published ? (
              <>
                {picture === null ? null : (
                  <img
                    className={styles['picture']}
                    src={picture.url}
                    alt={picture.alt}
                    width={picture.width}
                    height={picture.height}
                  />
                )}
                <Published page={body} />
              </>
            ) : (
              <EmptyList icon={<PeopleIcon size={28} />} title={t('thanks.none')} description={t('thanks.noneText')} />
            )}
            {me === null ? null : <OwnName pid={pid} published={body.published} />}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Published({ page }: { page: Page }) {
  return (
    <>
      {page.text.trim() === '' ? null : (
        <Stack maw="44rem" gap="md">
          <Markdown text={page.text} />
        </Stack>
      )}
      <ThanksTotals {...page} />
      <Names pid={page.pid} />
    </>
  );
}

function Names({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const { rows, more } = useRows(useInfiniteQuery(thanksNamesQuery(pid)));
  // Owners also get those that they have hidden.
  const shown = rows.filter(({ hidden }) => !hidden);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="thanked">
      <Title order={2} size="h4" mb="sm" id="thanked">
        {t('thanks.names.title')}
      </Title>
      <ul className={styles['names']}>
        {withKeys(shown).map(({ key, name }) => (
          <Text key={key} component="li">
            {name}
          </Text>
        ))}
      </ul>
      <MoreButton more={more} />
    </section>
  );
}

/** Two people can have the same name, and visitors learn no identifiers. */
function withKeys(rows: readonly { name: string }[]): { key: string; name: string }[] {
  const seen = new Map<string, number>();
  return rows.map(({ name }) => {
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return { key: `${number} ${name}`, name };
  });
}
