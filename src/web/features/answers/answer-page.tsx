import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Answer, Form, OwnResponse } from '../../../client/client.ts';
import { formatDateTime } from '../../ui/format/dates.ts';
import { PageLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { AnswerForm } from './answer-form.tsx';
import { AnswersShown, Money } from './saved-answers.tsx';
import { askedFields, filledFrom } from './answers.ts';
import { PassedOnNow } from '../disclosure/consent.tsx';
import { Deadline } from '../forms/deadline.tsx';
import { useFieldWords } from './field-labels.ts';
import { formQuery, responseQuery } from '../forms/queries.ts';
import { FormBadge } from '../forms/forms-page.tsx';
import { asksAnew, wantedAgreement } from '../disclosure/agreement.ts';
import { RemoveAnswer } from './remove-answer.tsx';

export function FormPage() {
  const { pid, form: id } = useParams({ from: '/projects/$pid/forms/$form' });
  const { t } = useTranslation();
  const form = useQuery(formQuery(pid, id));
  const response = useQuery(responseQuery(pid, id));
  usePageTitle(form.data?.title ?? t('project.forms.title'));
  return (
    <Loaded query={form}>
      {(found) => <Loaded query={response}>{(own) => <OneForm form={found} own={own} />}</Loaded>}
    </Loaded>
  );
}

type OneFormProps = { form: Form; own: Answer<'get_own_response'> };

function OneForm({ form, own }: OneFormProps) {
  const { t } = useTranslation();
  const { answers, rights } = own.body;
  return (
    <Stack gap="lg" maw="44rem">
      <div>
        <PageLink to="/projects/$pid/forms" params={{ pid: form.pid }} size="sm">
          {`← ${t('project.forms.back')}`}
        </PageLink>
        <Title order={1} size="h2" mt="xs" tabIndex={-1}>
          {form.title}
        </Title>
        <Text c="dimmed" mb="xs">
          <Deadline form={form} />
        </Text>
        <FormBadge form={{ ...form, answered: answers !== null }} />
      </div>
      <Markdown text={form.description} />
      <Standing own={own.body} />
      <NewQuestions form={form} own={own.body} />
      <Passing form={form} own={own.body} />
      <Money answers={answers} />
      {rights.edit ? <AnswerForm form={form} own={own} key={`${form.form} ${answers === null}`} /> : null}
      {rights.edit ? null : <Closed form={form} answered={answers !== null} />}
      {rights.edit || answers === null ? null : <AnswersShown form={form} answers={answers} />}
      {rights.remove ? <RemoveAnswer form={form} etag={own.etag} /> : null}
    </Stack>
  );
}

function Standing({ own }: { own: OwnResponse }) {
  const { t, i18n } = useTranslation();
  if (own.updated_at === null) return null;
  const time = formatDateTime(own.updated_at, i18n.language);
  return (
    <output className="muster-notice">
      {own.rights.edit ? t('project.forms.savedAt', { time }) : t('project.forms.savedClosed', { time })}
    </output>
  );
}

/** Questions that came after the answer: they are optional, so nothing else on the page would point at them. */
function NewQuestions({ form, own }: { form: Form; own: OwnResponse }) {
  const { t, i18n } = useTranslation();
  const words = useFieldWords(form);
  const { updated_at: answeredAt, rights } = own;
  if (answeredAt === null || !rights.edit) return null;
  const newer = askedFields(form).filter(({ added_at: since }) => since !== null && since > answeredAt);
  if (newer.length === 0) return null;
  const questions = new Intl.ListFormat(i18n.language).format(newer.map((field) => words.label(field)));
  return <output className="muster-notice">{t('project.forms.newQuestions', { questions })}</output>;
}

/** What this answer passes on where it cannot be changed, or that the form asks for something else by now. */
function Passing({ form, own }: { form: Form; own: OwnResponse }) {
  const { t } = useTranslation();
  if (!own.rights.edit) return own.passes_on.length === 0 ? null : <PassedOnNow own={own} />;
  const wanted = wantedAgreement(form, filledFrom(form.fields, own.answers));
  return asksAnew(own, wanted) ? <output className="muster-notice">{t('passing.answer.more')}</output> : null;
}

function Closed({ form, answered }: { form: Form; answered: boolean }) {
  const { t } = useTranslation();
  if (answered) return null;
  return <Text>{form.open ? t('project.forms.notForYou') : t('project.forms.closedText')}</Text>;
}
