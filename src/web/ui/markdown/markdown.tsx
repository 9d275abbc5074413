import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import styles from './markdown.module.css';

const MarkdownBody = lazy(async () => ({ default: (await import('./markdown-body.tsx')).MarkdownBody }));

type MarkdownProps = { text: string; compact?: boolean };

/** Markdown typed by people. Shows the plain text until the parser is loaded, or if it cannot be loaded. */
export function Markdown({ text, compact = false }: MarkdownProps) {
  if (text.trim() === '') return null;
  return (
    <div className={compact ? `${styles.prose} ${styles.compact}` : styles.prose}>
      <Suspense fallback={<Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>}>
        <MarkdownBody text={text} />
      </Suspense>
    </div>
  );
}
