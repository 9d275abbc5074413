import { Button, Group, Text } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../client/client.ts';
import { downloadClient } from '../api.ts';
import { problemText } from './problems/problem.tsx';
import { formatNumber } from '../../locales/format/numbers.ts';

/** Loads the text of a file; the call that it gets reports progress. */
export type Download = (call: Client['call']) => Promise<string>;

type DownloadButtonProps = ButtonProps & {
  /** The name of the file. */
  name: string;
  text: string;
  label?: string;
  load: Download;
};

/**
 * Downloads through the page instead of a plain link: an error is shown here instead of being saved as a file, and the
 * download shows its progress and can be stopped.
 */
export function DownloadButton({ name, text, label = text, load, ...look }: DownloadButtonProps) {
  const { t, i18n } = useTranslation();
  const [bytes, setBytes] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const size = (count: number) =>
    t('ui.download.size', { kilobytes: formatNumber(Math.ceil(count / 1000), i18n.language) });
  const fetching = useMutation({
    mutationFn: async () => {
      setBytes(0);
      controller.current = new AbortController();
      const content = await load(downloadClient({ signal: controller.current.signal, onBytes: setBytes }));
      save(name, content);
      return content.length;
    },
    onSuccess: (length) => notifications.show({ message: t('ui.download.done', { name, size: size(length) }) }),
    onError: (error) => {
      if (controller.current?.signal.aborted === true)
        notifications.show({ message: t('ui.download.stopped', { name }) });
      else notifications.show({ color: 'red', message: problemText(t, error), autoClose: 10_000 });
    },
  });
  if (fetching.isPending) {
    return (
      <Group gap="xs" wrap="nowrap" flex="none">
        <Text component="output" size="sm" aria-label={t('ui.download.running', { name })}>
          {size(bytes)}
        </Text>
        <Button
          variant="default"
          {...look}
          aria-label={t('ui.download.stop', { name })}
          onClick={() => controller.current?.abort()}
        >
          {t('ui.work.stop')}
        </Button>
      </Group>
    );
  }
  return (
    <Button variant="default" {...look} aria-label={label} onClick={() => fetching.mutate()}>
      {text}
    </Button>
  );
}

function typeOf(name: string): string {
  if (name.endsWith('.csv')) return 'text/csv;charset=utf-8';
  if (name.endsWith('.xml')) return 'application/xml';
  return name.endsWith('.ics') ? 'text/calendar;charset=utf-8' : 'application/json';
}

function save(name: string, text: string): void {
  const table = name.endsWith('.csv');
  // The byte order mark tells spreadsheets that this is UTF-8; the server sends it, but decoding the text drops it.
  const parts = table ? ['\uFEFF', text.replace(/^\uFEFF/, '')] : [text];
  const url = URL.createObjectURL(new Blob(parts, { type: typeOf(name) }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers start to read the file later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
