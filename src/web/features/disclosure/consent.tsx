import { Checkbox, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Form, OwnResponse } from '../../../client/client.ts';
import { formatDay } from '../../ui/format/dates.ts';
import type { Editing } from '../../ui/editing/editing.ts';
import { PageLink } from '../../ui/links.tsx';
import { useMe } from '../people/queries.ts';
import { projectQuery } from '../projects/queries.ts';
import type { Filled } from '../answers/answers.ts';
import { agreedKey } from './agreement.ts';
import type { PassedKind } from './agreement.ts';

const pages = { bank: '/me/bank', address: '/me/address', real_profile: '/me/real-profile' } as const;

/** The words for what is passed on, to whom and until when. */
function usePassingWords({ pid }: { pid: string }, kinds: readonly PassedKind[], until: string) {
  const { t, i18n } = useTranslation();
  const project = useQuery(projectQuery(pid)).data?.name ?? pid;
  const list = new Intl.ListFormat(i18n.language);
  return {
    project,
    kinds: list.format(kinds.map((kind) => t(`passing.kinds.${kind}`))),
    date: formatDay(until, i18n.language),
  };
}

type ConsentProps = { form: Form; until: string; wanted: string; editing: Editing<Filled> };

/** Shown before the answer is sent: nothing is passed on that the person has not ticked here. */
export function Consent({ form, until, wanted, editing }: ConsentProps) {
  const { t } = useTranslation();
  const words = usePassingWords(form, form.passes_on, until);
  const inputs = editing.form;
  const error = inputs.errors[agreedKey] ?? inputs.errors['passes_on'] ?? inputs.errors['passes_until'];
  return (
    <section className="muster-passing" aria-labelledby="passing">
      <Stack gap="sm">
        <Title order={2} size="h5" id="passing">
          {t('passing.answer.title')}
        </Title>
        <Text size="sm">{t('passing.answer.what', words)}</Text>
        <Text size="sm" c="dimmed">
          {t('passing.answer.how')}
        </Text>
        <List size="sm" spacing={4}>
          {form.passes_on.map((kind) => (
            <List.Item key={kind}>
              <OnFile kind={kind} />
            </List.Item>
          ))}
        </List>
        <Checkbox
          checked={inputs.values[agreedKey] === wanted}
          onChange={(event) => {
            inputs.setFieldValue(agreedKey, event.currentTarget.checked ? wanted : '');
            for (const name of [agreedKey, 'passes_on', 'passes_until']) inputs.clearFieldError(name);
          }}
          label={t('passing.answer.agree', words)}
          error={error}
          aria-required="true"
        />
      </Stack>
    </section>
  );
}

/** What is typed into the form is kept as a draft, so that leaving it for a moment loses nothing. */
function OnFile({ kind: name }: { kind: PassedKind }) {
  const { t } = useTranslation();
  const me = useMe();
  const isMissing = me?.missing.some((one) => one === name) ?? false;
  const kind = t(`passing.kinds.${name}`);
  return (
    <>
      {isMissing ? t('passing.answer.missing', { kind }) : t('passing.answer.given', { kind })}{' '}
      <PageLink to={pages[name]} size="sm" underline="always">
        {isMissing ? t('passing.answer.fill') : t('passing.answer.see')}
      </PageLink>
    </>
  );
}

/** What is passed on after an answer that can no longer be changed. */
export function PassedOnNow({ own }: { own: OwnResponse }) {
  const { t } = useTranslation();
  const words = usePassingWords(own, own.passes_on, own.passes_until ?? '');
  return <output className="muster-notice">{t('passing.answer.now', words)}</output>;
}
