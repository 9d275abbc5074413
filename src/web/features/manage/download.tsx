import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { why } from './why.tsx';

type DownloadButtonProps = ButtonProps & {
  name: string;
  word: string;
  label?: string;
  load: () => Promise<string>;
};

/** Fetched by the page and not by a plain link: a refusal is explained here instead of being saved as a file. */
export function DownloadButton({ name, word, label, load, ...look }: DownloadButtonProps) {
  const { t, i18n } = useTranslation();
  const fetching = useMutation({
    mutationFn: load,
    onSuccess: (text) => {
      save(name, text);
      const kilobytes = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(text.length / 1000);
      notifications.show({ message: t('manage.exports.done', { name, kilobytes }) });
    },
    onError: (error) => notifications.show({ color: 'red', message: why(t, error) }),
  });
  return (
    <Button
      variant="default"
      {...look}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {word}
    </Button>
  );
}

function save(name: string, text: string): void {
  // The mark tells spreadsheets that this is UTF-8; the service sends it, and reading the text drops it.
  const url = URL.createObjectURL(
    new Blob(['\uFEFF', text.replace(/^\uFEFF/, '')], { type: 'text/csv;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
