import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';

const MarkdownBody = lazy(async () => ({ default: (await import('./markdown-body.tsx')).MarkdownBody }));

type MarkdownProps = { text: string; compact?: boolean };

/** Markdown that people have typed. Until its reader has been loaded, and for good without it, the text as typed. */
export function Markdown({ text, compact = false }: MarkdownProps) {
  if (text.trim() === '') return null;
  return (
    <div className={compact ? 'muster-prose muster-prose-compact' : 'muster-prose'}>
      <Suspense fallback={<Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>}>
        <MarkdownBody text={text} />
      </Suspense>
    </div>
  );
}
