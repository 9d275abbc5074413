import { Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchResults } from '../../../client/client.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { useMe } from '../people/queries.ts';
import { currentProjectQuery, projectQuery } from '../projects/queries.ts';
import { byRecentUse, generalFinds, matching, projectFinds, serverFinds } from './finds.ts';
import type { Find, FindKind } from './finds.ts';
import { useNamesakes } from '../roster/namesakes.ts';
import { searchQuery } from './queries.ts';
import { noteFind, recentFinds } from './recent.ts';
import styles from './search-dialog.module.css';

const kinds: readonly FindKind[] = ['people', 'teams', 'tasks', 'forms', 'actions', 'pages'];
const mostOfAKind = 6;
const nothing: SearchResults = { people: [], teams: [], tasks: [], forms: [] };

type SearchProps = {
  /** What was typed before the field had the focus. */
  takeTyped: () => string;
  onClose: () => void;
};
type SearchDialogProps = SearchProps & { opened: boolean };

export function SearchDialog({ opened, takeTyped, onClose }: SearchDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      radius="lg"
      aria-label={t('search.title')}
    >
      <Search takeTyped={takeTyped} onClose={onClose} />
    </Modal>
  );
}

function Search({ takeTyped, onClose }: SearchProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const finds = useFinds(typed.trim());
  const combobox = useCombobox({ opened: true });
  // The first result is chosen by Enter, also after the results have changed.
  const shown = finds.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (shown === '') combobox.resetSelectedOption();
    else combobox.selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps -- the store is a new object in every render
  }, [shown]);
  const open = (id: string) => {
    const find = finds.find((one) => one.id === id);
    if (find === undefined) return;
    noteFind(id);
    onClose();
    void navigate(find.link);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={open}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input, with a list that is always open
          role="combobox"
          aria-expanded
          aria-controls={combobox.listId ?? ''}
          variant="unstyled"
          size="md"
          className={styles.field}
          leftSection={<SearchIcon />}
          aria-label={t('search.title')}
          placeholder={t('search.placeholder')}
          value={typed}
          onFocus={() => setTyped(typed + takeTyped())}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // The list is always open, and would keep the key from the dialog.
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
          maxLength={100}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={styles.results} aria-label={t('search.results')}>
        {finds.length === 0 ? <Combobox.Empty>{t('search.none')}</Combobox.Empty> : null}
        {kinds.map((kind) => (
          <Results key={kind} kind={kind} finds={finds.filter((find) => find.kind === kind)} />
        ))}
      </Combobox.Options>
    </Combobox>
  );
}

function Results({ kind, finds }: { kind: FindKind; finds: readonly Find[] }) {
  const { t } = useTranslation();
  if (finds.length === 0) return null;
  return (
    <Combobox.Group label={t(`search.kinds.${kind}`)}>
      {finds.map(({ id, text, detail = '' }) => (
        <Combobox.Option key={id} value={id} className={styles.result}>
          <span>{text}</span>
          {detail === '' ? null : (
            <Text component="span" size="sm" c="dimmed" className={styles.detail}>
              {detail}
            </Text>
          )}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}

/** Pages and actions at once; what the server finds after a pause in typing. Of each kind those that were used last come first. */
function useFinds(q: string): Find[] {
  const { t, i18n } = useTranslation();
  const me = useMe();
  const current = useQuery(currentProjectQuery).data?.pid;
  const { pid: opened } = useParams({ strict: false });
  const pid = opened ?? me?.projects.find((project) => project.pid === current)?.pid ?? me?.projects[0]?.pid;
  const project = useQuery({ ...projectQuery(pid ?? ''), enabled: pid !== undefined }).data;
  const [asked] = useDebouncedValue(q, 150);
  const isPerson = me?.projects.some((one) => one.pid === pid) ?? false;
  const search = useQuery({ ...searchQuery(pid ?? '', asked), enabled: isPerson && asked !== '' });
  const found = asked === '' || q === '' || project === undefined ? nothing : (search.data ?? nothing);
  const addresses = useNamesakes(pid, found.people);
  if (me === null) return [];
  const offered = [...(project === undefined ? [] : projectFinds(t, project)), ...generalFinds(t)];
  const named = project === undefined ? [] : serverFinds({ t, language: i18n.language, project, me, addresses }, found);
  const all = [...named, ...(q === '' ? offered : matching(offered, q))];
  const ranked = byRecentUse(all, recentFinds());
  return kinds.flatMap((kind) => ranked.filter((find) => find.kind === kind).slice(0, mostOfAKind));
}
