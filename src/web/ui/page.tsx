import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

let noteTitle: (title: string) => void = () => {};

/** For rendering on the server, which writes the title into the page. */
export const onPageTitle = (note: (title: string) => void): void => void (noteTitle = note);

/** Tells boot.ts, which keeps presses until then. The frame is ready earlier; React takes pages over after it. */
function announceReady(): void {
  document.documentElement.dataset['app'] = 'ready';
  window.dispatchEvent(new Event('muster:ready'));
}

/** Sets the title of the tab. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  useEventTitle(`${title} · ${t('app.name')}`);
}

/** The title of a page that is the event's own. */
export function useEventTitle(name: string): void {
  noteTitle(name);
  useDocumentTitle(name);
  useEffect(announceReady, []);
}

/** To the heading, from where screen readers and the keyboard go on. */
export function focusPage(): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('#main');
  target?.focus({ preventScroll: true });
}

type PageHeadingProps = { title: string; lead?: ReactNode; aside?: ReactNode };

/** The heading takes the focus after a navigation, so that screen readers announce the page. */
export function PageHeading({ title, lead, aside }: PageHeadingProps) {
  return (
    <Stack gap="xs" mb="xl">
      <Group gap="sm">
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {aside}
      </Group>
      {lead === undefined ? null : (
        <Text c="dimmed" size="lg" maw="44rem">
          {lead}
        </Text>
      )}
    </Stack>
  );
}
