import { Alert, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { currentTime } from '../../../../locales/format/dates.ts';
import { fromZonedInput } from '../../../../locales/format/zoned-time.ts';
import type { Editing } from '../../../ui/editing/editing.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { MarkdownEditor } from '../../../ui/markdown/markdown-editor.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { SignUpFields } from '../signup/sign-up-fields.tsx';
import { StaffingFields } from './staffing-fields.tsx';
import { movedEnd, withTeam } from './task-values.ts';
import type { TaskValues } from './task-values.ts';

type TaskFieldsProps = { project: Project; form: Editing<TaskValues>['form']; current: string; isNew?: boolean };

const wholeProject = '*';
const maxDescription = 20_000;

export function TaskFields({ project, form, current, isNew = false }: TaskFieldsProps) {
  const { t } = useTranslation();
  const texts = useTaskTexts();
  const teams = useQuery(teamsQuery(project.pid));
  const mine = (teams.data ?? []).filter(({ tid, rights, disabled }) => tid === current || (rights.edit && !disabled));
  const choices = [
    ...(project.rights.edit || current === '' ? [{ value: wholeProject, label: t('manage.tasks.wholeProject') }] : []),
    ...mine.map(({ tid, name }) => ({ value: tid, label: name })),
  ];
  const end = fromZonedInput(form.values.ends_at, project.timezone);
  const hint = t('manage.tasks.timeHint', { timezone: project.timezone });
  return (
    <>
      <TextInput {...form.getInputProps('title')} label={texts.title.label} maxLength={200} required />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          {...form.getInputProps('tid')}
          label={texts.tid.label}
          data={choices}
          value={form.values.tid === '' ? wholeProject : form.values.tid}
          onChange={(value) => {
            const tid = value === null || value === wholeProject ? '' : value;
            form.setValues((before) => (isNew ? withTeam(before, tid) : { tid }));
          }}
          allowDeselect={false}
        />
        <TextInput
          {...form.getInputProps('category')}
          label={texts.category.label}
          description={t('manage.tasks.categoryHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t('manage.tasks.categoryPlaceholder')}
          maxLength={100}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...form.getInputProps('starts_at')}
          onChange={({ currentTarget: { value } }) =>
            form.setValues((before) => ({ starts_at: value, ends_at: movedEnd(before, value) }))
          }
          type="datetime-local"
          label={texts.starts_at.label}
          description={hint}
          required
        />
        <TextInput
          {...form.getInputProps('ends_at')}
          type="datetime-local"
          label={texts.ends_at.label}
          description={hint}
          required
        />
      </SimpleGrid>
      {end === null || end > currentTime() ? null : <EndedNotice pid={project.pid} />}
      <StaffingFields minimum={form.getInputProps('min_people')} capacity={form.getInputProps('capacity')} />
      <MarkdownEditor
        {...form.getInputProps('description')}
        value={form.values.description}
        label={texts.description.label}
        description={t('manage.tasks.descriptionHint')}
        maxLength={maxDescription}
      />
      <SignUpFields project={project} form={form} />
    </>
  );
}

/** Before a task with an end in the past is saved: it would be of no use, and the list of tasks hides it. */
function EndedNotice({ pid }: { pid: string }) {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" variant="outline" icon={<AlertIcon />} title={t('manage.tasks.pastTitle')} role="alert">
      <Trans
        i18nKey="manage.tasks.pastText"
        components={{ work: <PageLink to="/projects/$pid/manage/work" params={{ pid }} inherit underline="always" /> }}
      />
    </Alert>
  );
}

export function useTaskTexts() {
  const { t } = useTranslation();
  return {
    title: { label: t('manage.tasks.title') },
    tid: { label: t('manage.tasks.team') },
    category: { label: t('manage.tasks.category') },
    starts_at: { label: t('manage.tasks.starts') },
    ends_at: { label: t('manage.tasks.ends') },
    capacity: { label: t('manage.tasks.capacity') },
    description: { label: t('manage.tasks.description') },
    min_people: { label: t('signup.minPeople') },
    place: { label: t('signup.place') },
    kind: { label: t('signup.kind') },
    visibility: { label: t('signup.visibility') },
    joining: { label: t('signup.joining') },
    opens_at: { label: t('signup.opensAt') },
    briefing: { label: t('signup.briefing') },
  };
}
