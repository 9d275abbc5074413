import { Stack, Text, Title, Button } from '@mantine/core';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Form, OwnResponse } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { PageLink } from '../../../ui/links.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { invalidate } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { AnswerForm } from './answer-form.tsx';
import { SavedAnswers, TravelAmount } from './saved-answers.tsx';
import { askedFields, filledFrom } from './answers.ts';
import { DisclosedNow } from '../disclosure/consent.tsx';
import { Deadline } from '../deadline.tsx';
import { useFieldLabels } from './field-labels.ts';
import { ownAnswerQuery, removeOwnAnswer } from './queries.ts';
import type { OwnAnswer } from './queries.ts';
import { FormBadge } from '../forms-page.tsx';
import { formQuery } from '../queries.ts';
import { needsNewConsent, requiredAgreement } from '../disclosure/agreement.ts';
import { withdrawConsent } from '../disclosure/queries.ts';
import { WithdrawButton } from '../disclosure/withdraw-button.tsx';
import { formatList } from '../../../../locales/format/lists.ts';
import type { Loading } from '../../../loading.ts';
import { dietaryHabitsQuery } from '../../profile/queries.ts';
import { projectQuery } from '../../projects/queries.ts';
import { OtherZone, useShownZone } from '../../projects/event/event-zone.tsx';

export async function loadAnswerPage({ load, params: { pid, form } }: Loading<'pid' | 'form'>) {
  const loadForm = async () => {
    const { kind } = await load(formQuery(pid, form));
    if (kind === 'meals') await load(dietaryHabitsQuery);
  };
  await Promise.all([load(projectQuery(pid)), loadForm(), load(ownAnswerQuery(pid, form))]);
}

export function AnswerPage() {
  const { pid, form: id } = useParams({ from: '/projects/$pid/forms/$form' });
  const { t } = useTranslation();
  const form = useQuery(formQuery(pid, id));
  const response = useQuery(ownAnswerQuery(pid, id));
  usePageTitle(form.data?.title ?? t('project.forms.title'));
  return (
    <Loaded query={form}>
      {(found) => <Loaded query={response}>{(own) => <OneForm form={found} own={own} />}</Loaded>}
    </Loaded>
  );
}

type OneFormProps = { form: Form; own: OwnAnswer };

function OneForm({ form, own }: OneFormProps) {
  const { t } = useTranslation();
  const { answers, rights } = own.body;
  return (
    <Stack gap="lg" maw="44rem">
      <div>
        <PageLink to="/projects/$pid/forms" params={{ pid: form.pid }} size="sm">
          {`‹ ${t('project.forms.back')}`}
        </PageLink>
        <Title order={1} size="h2" mt="xs" tabIndex={-1}>
          {form.title}
        </Title>
        <Text c="dimmed" mb="xs">
          <Deadline form={form} />
        </Text>
        <OtherZone />
        <FormBadge form={{ ...form, answered: answers !== null }} />
      </div>
      <Markdown text={form.description} />
      {form.kind === 'appreciation' ? <ThanksNote pid={form.pid} /> : null}
      <SavedAt own={own.body} />
      <NewQuestions form={form} own={own.body} />
      <DisclosureNotice form={form} own={own.body} />
      <TravelAmount own={own.body} />
      {rights.edit ? <AnswerForm form={form} own={own} key={`${form.form} ${answers === null}`} /> : null}
      {rights.edit ? null : <Closed form={form} answered={answers !== null} />}
      {rights.edit || answers === null ? null : <SavedAnswers form={form} answers={answers} />}
      {rights.withdraw ? (
        <WithdrawButton
          title={form.title}
          text={t('disclosure.withdraw.text', { title: form.title })}
          change={withdrawConsent(form.pid, form.form)}
        />
      ) : null}
      {rights.remove ? <RemoveAnswer form={form} etag={own.etag} /> : null}
    </Stack>
  );
}

/** What follows from saying yes. */
function ThanksNote({ pid }: { pid: string }) {
  return (
    <Text c="dimmed">
      <Trans
        i18nKey="thanks.fromForm"
        components={{ page: <PageLink to="/projects/$pid/thanks" params={{ pid }} inherit underline="always" /> }}
      />
    </Text>
  );
}

function SavedAt({ own }: { own: OwnResponse }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  if (own.updated_at === null) return null;
  const time = formatDateTimeAt(own.updated_at, i18n.language, zone);
  const text = () => {
    if (own.rights.edit) return t('project.forms.savedAt', { time });
    return own.asked ? t('project.forms.savedClosed', { time }) : t('project.forms.savedNotAsked', { time });
  };
  return <output className="muster-notice">{text()}</output>;
}

/** Points out optional questions that were added after the person answered. */
function NewQuestions({ form, own }: { form: Form; own: OwnResponse }) {
  const { t, i18n } = useTranslation();
  const labels = useFieldLabels(form);
  const { updated_at: answeredAt, rights } = own;
  if (answeredAt === null || !rights.edit) return null;
  const newer = askedFields(form).filter(({ added_at: since }) => since !== null && since > answeredAt);
  if (newer.length === 0) return null;
  const questions = formatList(
    newer.map((field) => labels.label(field)),
    i18n.language,
  );
  return <output className="muster-notice">{t('project.forms.newQuestions', { questions })}</output>;
}

/** What a closed answer discloses, or that an open form now asks for consent to something else. */
function DisclosureNotice({ form, own }: { form: Form; own: OwnResponse }) {
  const { t } = useTranslation();
  if (!own.rights.edit) return own.passes_on.length === 0 ? null : <DisclosedNow own={own} />;
  const required = requiredAgreement(form, filledFrom(form.fields, own.answers));
  if (!needsNewConsent(own, required)) return null;
  const text = own.passes_on.length === 0 ? t('disclosure.answer.ended') : t('disclosure.answer.more');
  return <output className="muster-notice">{text}</output>;
}

function Closed({ form, answered }: { form: Form; answered: boolean }) {
  const { t } = useTranslation();
  if (answered) return null;
  return <Text>{form.open ? t('project.forms.notForYou') : t('project.forms.closedText')}</Text>;
}

function RemoveAnswer({ form, etag }: { form: Form; etag: string | undefined }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(false);
  const { run, affects } = removeOwnAnswer(form.pid, form.form, etag);
  const removing = useMutation({
    mutationFn: () => run(),
    onSuccess: (own) => {
      setOpened(false);
      queryClient.setQueryData(ownAnswerQuery(form.pid, form.form).queryKey, own);
      void invalidate(queryClient, affects);
      notifications.show({ message: t('project.forms.removed') });
    },
  });
  return (
    <div>
      <Button variant="subtle" color="red" c="var(--mantine-color-error)" px={0} onClick={() => setOpened(true)}>
        {t('project.forms.remove')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('project.forms.removeTitle')}
        text={t('project.forms.removeText', { title: form.title })}
        confirm={t('project.forms.remove')}
        change={removing}
        onConfirm={() => removing.mutate()}
        onClose={() => setOpened(false)}
      />
    </div>
  );
}
