import { Button, Group, Text } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../client/client.ts';
import { longCall } from '../api.ts';
import { explain } from './problem.tsx';

type DownloadButtonProps = ButtonProps & {
  /** The file that it becomes. */
  name: string;
  word: string;
  label?: string;
  load: (call: Client['call']) => Promise<string>;
};

/**
 * Fetched by the page and not by a plain link: a refusal is explained here instead of being saved as a file. While it
 * comes, the page tells how much is there, and it can be stopped.
 */
export function DownloadButton({ name, word, label = word, load, ...look }: DownloadButtonProps) {
  const { t, i18n } = useTranslation();
  const [bytes, setBytes] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const size = (count: number) =>
    t('ui.download.size', { kilobytes: new Intl.NumberFormat(i18n.language).format(Math.ceil(count / 1000)) });
  const fetching = useMutation({
    mutationFn: async () => {
      setBytes(0);
      controller.current = new AbortController();
      const text = await load(longCall({ signal: controller.current.signal, onBytes: setBytes }));
      save(name, text);
      return text.length;
    },
    onSuccess: (length) => notifications.show({ message: t('ui.download.done', { name, size: size(length) }) }),
    onError: (error) => {
      if (controller.current?.signal.aborted === true)
        notifications.show({ message: t('ui.download.stopped', { name }) });
      else notifications.show({ color: 'red', message: explain(t, error), autoClose: 10_000 });
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
      {word}
    </Button>
  );
}

function save(name: string, text: string): void {
  const table = name.endsWith('.csv');
  // The mark tells spreadsheets that this is UTF-8; the service sends it, and reading the text drops it.
  const parts = table ? ['\uFEFF', text.replace(/^\uFEFF/, '')] : [text];
  const url = URL.createObjectURL(new Blob(parts, { type: table ? 'text/csv;charset=utf-8' : 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
