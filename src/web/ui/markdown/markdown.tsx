import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './markdown.module.css';

const MarkdownBody = lazy(async () => ({ default: (await import('./markdown-body.tsx')).MarkdownBody }));

type MarkdownProps = { text: string; compact?: boolean };

/** Markdown typed by people. Shows the plain text until the parser is loaded, or if the text cannot be shown otherwise. */
export function Markdown({ text, compact = false }: MarkdownProps) {
  if (text.trim() === '') return null;
  const plain = <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>;
  return (
    <div className={compact ? `${styles.prose} ${styles.compact}` : styles.prose}>
      <ErrorBoundary key={text} fallback={plain}>
        <Suspense fallback={plain}>
          <MarkdownBody text={text} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
