import { Checkbox, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Form, OwnResponse } from '../../../../client/client.ts';
import { formatDay } from '../../../../locales/format/dates.ts';
import type { Editing } from '../../../ui/editing/editing.ts';
import { PageLink } from '../../../ui/links.tsx';
import { SentenceGap } from '../../../ui/sentence-gap.tsx';
import { useMe } from '../../people/queries.ts';
import { projectQuery } from '../../projects/queries.ts';
import type { Filled } from '../answers/answers.ts';
import { agreedKey } from './agreement.ts';
import type { DisclosedKind } from './agreement.ts';
import styles from './consent.module.css';
import { formatList } from '../../../../locales/format/lists.ts';

const pages = { bank: '/me/bank', address: '/me/address', real_profile: '/me/real-profile' } as const;

/** The texts for what is disclosed, to whom and until when. */
function useDisclosureTexts({ pid }: { pid: string }, kinds: readonly DisclosedKind[], until: string) {
  const { t, i18n } = useTranslation();
  const project = useQuery(projectQuery(pid)).data?.name ?? pid;
  return {
    project,
    kinds: formatList(
      kinds.map((kind) => t(`disclosure.kinds.${kind}`)),
      i18n.language,
    ),
    date: formatDay(until, i18n.language),
  };
}

type ConsentProps = { form: Form; until: string; required: string; editing: Editing<Filled> };

/** Nothing is disclosed that the person has not agreed to here. */
export function Consent({ form, until, required, editing }: ConsentProps) {
  const { t } = useTranslation();
  const texts = useDisclosureTexts(form, form.passes_on, until);
  const inputs = editing.form;
  const error = inputs.errors[agreedKey] ?? inputs.errors['passes_on'] ?? inputs.errors['passes_until'];
  return (
    <section className={styles.consent} aria-labelledby="disclosure">
      <Stack gap="sm">
        <Title order={2} size="h5" id="disclosure">
          {t('disclosure.answer.title')}
        </Title>
        <Text size="sm">{t('disclosure.answer.what', texts)}</Text>
        <Text size="sm" c="dimmed">
          {t('disclosure.answer.how')}
        </Text>
        <List size="sm" spacing={4}>
          {form.passes_on.map((kind) => (
            <List.Item key={kind}>
              <OnFile kind={kind} form={form} />
            </List.Item>
          ))}
        </List>
        <Checkbox
          checked={inputs.values[agreedKey] === required}
          onChange={(event) => {
            inputs.setFieldValue(agreedKey, event.currentTarget.checked ? required : '');
            for (const name of [agreedKey, 'passes_on', 'passes_until']) inputs.clearFieldError(name);
          }}
          label={t('disclosure.answer.agree', texts)}
          error={error}
          aria-required="true"
        />
      </Stack>
    </section>
  );
}

/** Whether the person has entered this data, with a link to it. Answers are kept as a draft meanwhile. */
function OnFile({ kind: name, form: { pid, form } }: { kind: DisclosedKind; form: Form }) {
  const { t } = useTranslation();
  const me = useMe();
  const isMissing = me?.missing.some((one) => one === name) ?? false;
  const kind = t(`disclosure.kinds.${name}`);
  return (
    <>
      {isMissing ? t('disclosure.answer.missing', { kind }) : t('disclosure.answer.given', { kind })}
      <SentenceGap />
      <PageLink to={pages[name]} search={{ pid, form }} size="sm" underline="always">
        {isMissing ? t('disclosure.answer.fill') : t('disclosure.answer.see')}
      </PageLink>{' '}
      {isMissing ? t('disclosure.answer.kept') : null}
    </>
  );
}

/** What an answer discloses that can no longer be changed. */
export function DisclosedNow({ own }: { own: OwnResponse }) {
  const { t } = useTranslation();
  const texts = useDisclosureTexts(own, own.passes_on, own.passes_until ?? '');
  return <output className="muster-notice">{t('disclosure.answer.now', texts)}</output>;
}
