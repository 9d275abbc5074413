import { Paper, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PersonNote as Note, Project } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { editNote, personNoteQuery } from './queries.ts';
import { useShownZone } from '../projects/event/event-zone.tsx';

const maxNote = 2000;

type PersonNoteProps = { project: Project; uid: string };

/** One note about a person that organisers share. */
export function PersonNote({ project: { pid, state }, uid }: PersonNoteProps) {
  const { t } = useTranslation();
  const found = useQuery(personNoteQuery(pid, uid));
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="person-note">
      <Title order={2} size="h4" mb="xs" id="person-note">
        {t('people.note.title')}
      </Title>
      <Loaded query={found} embedded>
        {(note) => (state === 'archived' ? <Text>{note.body.note}</Text> : <NoteForm {...{ pid, uid }} found={note} />)}
      </Loaded>
    </Paper>
  );
}

function NoteForm({ pid, uid, found }: { pid: string; uid: string; found: Versioned<Note> }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const record = editNote(pid, uid);
  const versionOf = ({ body, etag }: Versioned<Note>) => ({ values: { note: body.note }, etag });
  const editing = useEditing<{ note: string }>({
    draft: `person-note:${pid}:${uid}`,
    current: versionOf(found),
    load: async () => versionOf(await record.load()),
    save: async (values, etag) => versionOf(await record.save(values, etag)),
    affects: record.affects,
    savedMessage: t('people.note.saved'),
  });
  const { changed_at: at, changed_by: name } = found.body;
  return (
    <EditingForm
      editing={editing}
      fields={{ note: { label: t('people.note.label') } }}
      action={t('people.note.save')}
      disabled={!editing.dirty}
    >
      <Textarea
        {...editing.form.getInputProps('note')}
        label={t('people.note.label')}
        description={t('people.note.hint')}
        maxLength={maxNote}
        autosize
        minRows={2}
      />
      {at === null || name === null ? null : (
        <Text size="sm" c="dimmed">
          {t('people.note.by', { name: shownName(t, name), date: formatDate(at, i18n.language, zone) })}
        </Text>
      )}
    </EditingForm>
  );
}
