import { Badge, Button, Group, NativeSelect, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call, Field, MyApplication, Project, Team } from '../../../../client/client.ts';
import type { Loading } from '../../../loading.ts';
import type { Versioned } from '../../../api.ts';
import { useDraft } from '../../../ui/editing/drafts.ts';
import { useEditing } from '../../../ui/editing/editing.ts';
import type { Version } from '../../../ui/editing/editing.ts';
import { EditingForm, Unsaved } from '../../../ui/editing/editing-form.tsx';
import { RestoredNotice } from '../../../ui/editing/editing-notices.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { documentsQuery } from '../../documents/queries.ts';
import { SignedFirst } from '../../documents/to-sign.tsx';
import { answersFrom, filledFrom, isAsked, missingFields } from '../../forms/answers/answers.ts';
import type { Filled } from '../../forms/answers/answers.ts';
import { FieldInput } from '../../forms/answers/field-input.tsx';
import { useMe } from '../../people/queries.ts';
import { ListingChoice } from '../../members/listing-choice.tsx';
import { keepShownListing, ownListingQuery } from '../../members/queries.ts';
import { OwnNameField } from '../../profile/own-name-field.tsx';
import { projectQuery } from '../../projects/queries.ts';
import { teamsQuery } from '../queries.ts';
import { CallTimes } from './call-times.tsx';
import { answerText } from './decisions.ts';
import { callQuery, editMyApplication, myApplicationQuery } from './queries.ts';
import { groupedAnswers, questionsFor, questionsOf, wishesIn } from './questions.ts';
import type { Question } from './questions.ts';
import { WithdrawAll } from './withdraw-all.tsx';

export const loadApplyPage = ({ me, load, params: { pid } }: Loading<'pid'>) =>
  Promise.all([
    load(callQuery(pid)),
    load(teamsQuery(pid)),
    load(documentsQuery(pid)),
    me && Promise.all([load(myApplicationQuery(pid)), load(ownListingQuery(pid))]),
  ]);

export function ApplyPage() {
  const { pid } = useParams({ from: '/projects/$pid/apply' });
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  const call = useQuery(callQuery(pid));
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  usePageTitle(t('apply.call.title'));
  if (project === undefined) return null;
  return (
    <Stack gap="xl" maw="44rem">
      <PageHeading title={t('apply.call.titleOf', { project: project.name })} />
      <CallTimes project={project} />
      <Loaded query={call} embedded>
        {(found) => <Applying {...{ pid, project, teams }} call={found} />}
      </Loaded>
    </Stack>
  );
}

type ApplyingProps = { pid: string; project: Project; call: Call; teams: readonly Team[] };

function Applying({ pid, project, call, teams }: ApplyingProps) {
  const signedIn = useMe() !== null;
  const own = useQuery({ ...myApplicationQuery(pid), enabled: signedIn });
  if (!signedIn) return <Visitor {...{ pid, project, call, teams }} />;
  return (
    <Loaded query={own} embedded>
      {(found) => (
        <>
          {found.body.state === null ? null : <OwnState pid={pid} own={found.body} />}
          {found.body.rights.apply ? (
            <SignedFirst pid={pid}>
              <ApplicationForm
                key={found.body.state === 'withdrawn' ? 'again' : 'own'}
                {...{ pid, project, call, teams }}
                own={found}
              />
            </SignedFirst>
          ) : null}
        </>
      )}
    </Loaded>
  );
}

/** The address of this page for somebody who signs in on the way, with the team that they came from. */
function useNext(pid: string): string {
  const { tid } = useSearch({ from: '/projects/$pid/apply' });
  return `/projects/${pid}/apply${tid === undefined ? '' : `?tid=${tid}`}`;
}

/** What an application is before anything is sent. */
const nothingSent = (pid: string): Versioned<MyApplication> => ({
  etag: undefined,
  body: {
    pid,
    state: null,
    wishes: [],
    message: '',
    answers: {},
    teams: [],
    applied_at: null,
    rights: { apply: true, withdraw: false },
  },
});

/** Somebody without an account reads all questions, and can answer them before they sign in. */
function Visitor({ pid, project, call, teams }: ApplyingProps) {
  const { t } = useTranslation();
  const { found } = useDraft(draftOf(pid));
  const [filling, setFilling] = useState(found !== undefined);
  const next = useNext(pid);
  if (!call.open) return <QuestionList call={call} teams={teams} />;
  return (
    <>
      <Group className="muster-notice" justify="space-between" gap="md">
        <Text maw="36rem">{t('apply.call.visitor')}</Text>
        <Group gap="sm">
          <ButtonLink to="/sign-in" search={{ next }}>
            {t('apply.signIn')}
          </ButtonLink>
          {filling ? null : (
            <Button variant="default" onClick={() => setFilling(true)}>
              {t('apply.call.fillIn')}
            </Button>
          )}
        </Group>
      </Group>
      {filling ? (
        <ApplicationForm {...{ pid, project, call, teams }} own={nothingSent(pid)} />
      ) : (
        <QuestionList call={call} teams={teams} />
      )}
    </>
  );
}

function QuestionList({ call, teams }: Pick<ApplyingProps, 'call' | 'teams'>) {
  const { t } = useTranslation();
  const names = new Map(teams.map(({ tid, name }) => [tid, name]));
  return (
    <>
      {call.forms.map((form) => (
        <Paper key={form.form} className="muster-surface" p="lg" component="section" aria-labelledby={form.form}>
          <Title order={2} size="h4" id={form.form}>
            {form.title}
          </Title>
          {form.tids.length === 0 ? null : (
            <Text size="sm" c="dimmed">
              {t('apply.call.onlyFor', { teams: form.tids.map((tid) => names.get(tid) ?? tid).join(', ') })}
            </Text>
          )}
          <Markdown text={form.description} />
          <Stack gap="xs" component="ul" mt="sm">
            {form.fields.map((field) => (
              <li key={field.key}>
                <Text>{field.label}</Text>
                {field.help === '' ? null : (
                  <Text size="sm" c="dimmed">
                    {field.help}
                  </Text>
                )}
                {field.options === null ? null : (
                  <Text size="sm" c="dimmed">
                    {field.options.map(({ label }) => label).join(' · ')}
                  </Text>
                )}
                <OnlyAfter field={field} fields={form.fields} />
              </li>
            ))}
          </Stack>
        </Paper>
      ))}
    </>
  );
}

/** After which answer to another question it is asked. */
function OnlyAfter({ field, fields }: { field: Field; fields: readonly Field[] }) {
  const { t } = useTranslation();
  const other = fields.find(({ key }) => key === field.only_when?.field);
  if (field.only_when === null || other === undefined) return null;
  const answers = field.only_when.values.map((value) => answerText(t, other, value)).join(', ');
  return (
    <Text size="sm" c="dimmed">
      {t('apply.call.onlyAfter', { label: other.label, answers })}
    </Text>
  );
}

/** What became of the application, for each team. */
function OwnState({ pid, own }: { pid: string; own: MyApplication }) {
  const { t } = useTranslation();
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="own-state">
      <Title order={2} size="h4" mb="xs" id="own-state">
        {t('apply.ownTitle')}
      </Title>
      <Stack gap="xs" component="ul" className="muster-plain-list">
        {own.teams.map(({ tid, name, state }) => (
          <Group key={tid} component="li" gap="sm">
            <Text>{name}</Text>
            <Badge variant={state === 'accepted' ? 'filled' : 'light'}>{t(`apply.states.${state}`)}</Badge>
          </Group>
        ))}
      </Stack>
      {own.rights.withdraw ? <WithdrawAll pid={pid} /> : null}
    </Paper>
  );
}

type ApplicationFormProps = ApplyingProps & { own: Versioned<MyApplication> };

const messageKey = 'message';
const nameKey = 'name';
const draftOf = (pid: string): string => `application:${pid}`;

function ApplicationForm({ pid, project, call, teams, own }: ApplicationFormProps) {
  const { t, i18n } = useTranslation();
  const me = useMe();
  const nameless = me?.name === '';
  const { tid: wanted } = useSearch({ from: '/projects/$pid/apply' });
  const [first] = useState(wanted);
  const all = questionsOf(call);
  const members = new Set(teams.filter(({ rights }) => rights.leave).map(({ tid }) => tid));
  const chosen = new Set(own.body.wishes);
  const open = teams.filter((team) => !team.disabled && (team.takes_applications || chosen.has(team.tid)));
  const choices = open.filter(({ tid }) => !members.has(tid));
  const number = Math.min(call.wishes, Math.max(1, choices.length));
  const record = editMyApplication(pid, i18n.language);
  const versionOf = ({ body, etag }: Versioned<MyApplication>): Version<Filled> => {
    const kept = body.wishes.filter((tid) => !members.has(tid));
    const wishes = kept.length === 0 && first !== undefined ? [first] : kept;
    const answers = Object.fromEntries(
      all.map(({ form, field, name }) => [field.key, body.answers[form]?.[name]] as const),
    );
    return {
      values: {
        ...Object.fromEntries([0, 1, 2].map((index) => [`wish${index}`, wishes[index] ?? ''])),
        ...filledFrom(
          all.map(({ field }) => field),
          answers,
        ),
        [messageKey]: body.message,
        [nameKey]: '',
      },
      etag,
    };
  };
  const editing = useEditing<Filled>({
    draft: draftOf(pid),
    current: versionOf(own),
    load: async () => versionOf(await record.load()),
    save: async (values, etag) => {
      const wishes = wishesIn(values, number);
      const asked = questionsFor(all, wishes);
      const answers = answersFrom(
        asked.map(({ field }) => field),
        values,
      );
      const saved = await record.save(
        {
          wishes,
          message: String(values[messageKey]).trim(),
          answers: groupedAnswers(asked, answers),
          name: nameless ? String(values[nameKey]).trim() : undefined,
        },
        etag,
      );
      await keepShownListing(pid, me);
      return versionOf(saved);
    },
    affects: record.affects,
    validate: (values) => {
      const wishes = wishesIn(values, number);
      const asked = questionsFor(all, wishes).map(({ field }) => field);
      return {
        ...(wishes.length === 0 ? { wish0: t('apply.call.wishMissing') } : {}),
        ...(nameless && String(values[nameKey]).trim() === '' ? { [nameKey]: t('person.profile.nameMissing') } : {}),
        ...Object.fromEntries(missingFields(asked, values).map(({ key }) => [key, t('project.forms.needed')])),
      };
    },
    errorText: (field) => (field.startsWith('wish') ? undefined : t('project.forms.wrong')),
    savedMessage: own.body.wishes.length === 0 ? t('apply.call.sent') : t('apply.changed'),
  });
  const { form } = editing;
  const asked = questionsFor(all, wishesIn(form.values, number));
  const fields = asked.map(({ field }) => field);
  const texts = {
    ...Object.fromEntries(fields.map(({ key, label }) => [key, { label }])),
    ...Object.fromEntries([0, 1, 2].map((index) => [`wish${index}`, { label: wishLabel(index) }])),
    [messageKey]: { label: t('apply.message') },
  };
  function wishLabel(index: number): string {
    return number === 1 ? t('apply.call.team') : t('apply.call.wish', { number: index + 1 });
  }
  const inputs = (
    <>
      {nameless ? <OwnNameField {...form.getInputProps(nameKey)} /> : null}
      {Array.from({ length: number }, (_, index) => (
        <NativeSelect
          key={index}
          {...form.getInputProps(`wish${index}`)}
          label={wishLabel(index)}
          withAsterisk={index === 0}
          data={[
            { value: '', label: index === 0 ? t('project.forms.choose') : t('apply.call.noWish') },
            ...choices.map((team) => ({ value: team.tid, label: team.name })),
          ]}
        />
      ))}
      <Questions questions={asked} values={form.values} input={(key) => form.getInputProps(key)} call={call} />
      <Textarea
        {...form.getInputProps(messageKey)}
        label={t('apply.message')}
        description={t('apply.messageHint')}
        maxLength={2000}
        autosize
        minRows={3}
        maxRows={12}
      />
    </>
  );
  if (me === null)
    return (
      <BeforeSignIn pid={pid}>
        {/* On a shared device, it may be what somebody else wrote. */}
        <RestoredNotice editing={editing} />
        {inputs}
      </BeforeSignIn>
    );
  return (
    <Paper className="muster-surface" p={{ base: 'md', xs: 'lg' }}>
      <EditingForm
        editing={editing}
        fields={texts}
        action={own.body.wishes.length === 0 ? t('apply.action') : t('apply.change')}
        beside={<Unsaved editing={editing} />}
      >
        {inputs}
        <ListingChoice pid={pid} />
        <Text size="sm">{t('apply.call.shows', { email: me.email, project: project.name })}</Text>
      </EditingForm>
    </Paper>
  );
}

/** What is typed here is kept in the browser until the person has signed in and sends it. */
function BeforeSignIn({ pid, children }: { pid: string; children: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const next = useNext(pid);
  return (
    <Paper className="muster-surface" p={{ base: 'md', xs: 'lg' }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '/sign-in', search: { next } });
        }}
      >
        <Stack gap="lg">
          {children}
          <Text size="sm">{t('apply.call.kept')}</Text>
          <Group>
            <Button type="submit">{t('apply.signIn')}</Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

type QuestionsProps = {
  questions: readonly Question[];
  values: Filled;
  input: (key: string) => Parameters<typeof FieldInput>[0]['input'];
  call: Call;
};

/** Under the title of their form, if there are several. */
function Questions({ questions, values, input, call }: QuestionsProps) {
  const fields = questions.map(({ field }) => field);
  return call.forms.map(({ form, title, description }) => {
    const own = questions.filter((question) => question.form === form);
    if (own.length === 0) return null;
    return (
      <Stack key={form} gap="lg" component="section">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Markdown text={description} />
        </div>
        {own
          .filter(({ field }) => isAsked(fields, field, values))
          .map(({ field }) => (
            <FieldInput
              key={field.key}
              field={field}
              label={field.label}
              purpose=""
              options={field.options ?? []}
              input={input(field.key)}
            />
          ))}
      </Stack>
    );
  });
}
