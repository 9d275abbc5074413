import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { removeEntry } from './queries.ts';
import type { CatalogueEntry, CatalogueList } from './queries.ts';

type EntriesProps<Entry> = {
  pid: string;
  list: CatalogueList;
  entries: readonly Entry[];
  /** What to say below the name of an entry. */
  about?: (entry: Entry) => string;
  /** The form for an entry, or for a new one. */
  children: (entry: Entry | undefined, onDone: () => void) => ReactNode;
};

/** One of the lists, each entry with buttons to edit and remove it, and below a form for a new one. */
export function Entries<Entry extends CatalogueEntry>({ pid, list, entries, about, children }: EntriesProps<Entry>) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Entry>();
  const [edited, setEdited] = useState<Entry>();
  const remove = useChange(removeEntry(pid, list), {
    message: ({ name }) => t('catalogue.removed', { name }),
    onDone: () => setAsked(undefined),
  });
  return (
    <section aria-labelledby={list}>
      <Title order={2} size="h4" mb="sm" id={list}>
        {t(`catalogue.${list}`)}
      </Title>
      {entries.length === 0 ? <Text c="dimmed">{t('catalogue.none')}</Text> : null}
      <Stack gap={0} component="ul" className="muster-plain-list" mb="md">
        {entries.map((entry) => (
          <Group key={entry.id} component="li" className="muster-row" justify="space-between" wrap="nowrap">
            <div>
              <Text>{entry.name}</Text>
              <Text size="sm" c="dimmed">
                {about?.(entry)}
              </Text>
            </div>
            <Group gap="xs" wrap="nowrap" flex="none">
              <Button
                size="xs"
                variant="default"
                aria-label={t('ui.actionOn', { action: t('manage.edit'), name: entry.name })}
                onClick={() => setEdited(entry)}
              >
                {t('manage.edit')}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={t('ui.actionOn', { action: t('catalogue.remove'), name: entry.name })}
                onClick={() => setAsked(entry)}
              >
                {t('catalogue.remove')}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
      <Title order={3} size="h5" mb="xs">
        {t(`catalogue.new.${list}`)}
      </Title>
      {children(undefined, () => {})}
      <Dialog
        opened={edited !== undefined}
        title={t('catalogue.editTitle', { name: edited?.name ?? '' })}
        onClose={() => setEdited(undefined)}
      >
        {edited === undefined ? null : children(edited, () => setEdited(undefined))}
      </Dialog>
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('catalogue.removeTitle', { name: asked?.name ?? '' })}
        text={t(`catalogue.removeTexts.${list}`)}
        confirm={t(`catalogue.removeOne.${list}`)}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => {
          if (asked !== undefined) remove.mutate(asked);
        }}
        onClose={() => setAsked(undefined)}
      />
    </section>
  );
}
