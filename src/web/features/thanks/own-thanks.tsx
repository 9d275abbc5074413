import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnThanks } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { PageLink } from '../../ui/links.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { useMe } from '../people/queries.ts';
import { addOwnThanks, ownThanksQuery, removeOwnThanks } from './queries.ts';

type OwnNameProps = { pid: string; published: boolean };

/** For people who helped: whether the page names them. */
export function OwnName({ pid, published }: OwnNameProps) {
  const own = useQuery(ownThanksQuery(pid)).data;
  const me = useMe();
  if (own?.helped !== true) return null;
  return <OwnNameCard key={own.name} own={own} published={published} usual={me?.name ?? ''} />;
}

function OwnNameCard({ own, published, usual }: { own: OwnThanks; published: boolean; usual: string }) {
  const { t } = useTranslation();
  const { pid, name, hindrance } = own;
  const [typed, setTyped] = useState(name ?? usual);
  const add = useChange(addOwnThanks(pid), { message: () => t('thanks.own.added') });
  const remove = useChange(removeOwnThanks(pid), { message: () => t('thanks.own.removed') });
  const state = () => {
    if (hindrance !== null) return t(`thanks.own.hindrance.${hindrance}`);
    if (name === null) return t('thanks.own.not');
    return published ? t('thanks.own.shown') : t('thanks.own.later');
  };
  const error = add.error ?? remove.error;
  return (
    <Paper className="muster-surface" p="lg" maw="44rem" component="section" aria-labelledby="own-thanks">
      <Stack gap="sm">
        <Title order={2} size="h4" id="own-thanks">
          {t('thanks.own.title')}
        </Title>
        <Text>
          {state()}{' '}
          {hindrance === 'birthday' ? (
            <PageLink to="/me/real-profile" inherit underline="always">
              {t('thanks.own.birthday')}
            </PageLink>
          ) : null}
        </Text>
        {hindrance !== null && name === null ? null : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              add.mutate(typed.trim());
            }}
          >
            <Group align="flex-end" gap="sm">
              <TextInput
                label={t('thanks.own.name')}
                value={typed}
                maxLength={100}
                required
                w={{ base: '100%', xs: '18rem' }}
                onChange={({ currentTarget: { value } }) => setTyped(value)}
              />
              <Button
                type="submit"
                variant={name === null ? 'filled' : 'default'}
                loading={add.isPending}
                disabled={typed.trim() === '' || typed.trim() === name}
              >
                {name === null ? t('thanks.own.add') : t('thanks.own.change')}
              </Button>
              {name === null ? null : (
                <Button
                  variant="subtle"
                  color="red"
                  c="var(--mantine-color-error)"
                  loading={remove.isPending}
                  onClick={() => remove.mutate()}
                >
                  {t('thanks.own.remove')}
                </Button>
              )}
            </Group>
          </form>
        )}
        {error === null ? null : <ProblemAlert error={error} />}
      </Stack>
    </Paper>
  );
}
