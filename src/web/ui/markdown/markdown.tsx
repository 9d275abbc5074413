import { Text } from '@mantine/core';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { plainTextOf } from '../../../markdown/plain-text.ts';
import { lazyPart } from '../../lazy-part.tsx';
import type { MarkdownBodyProps } from './markdown-body.tsx';
import styles from './markdown.module.css';

/** Longer texts are shown as typed. */
const maxPlain = 2000;

const Plain = ({ text }: { text: string }) => (
  <Text style={{ whiteSpace: 'pre-wrap' }}>{text.length > maxPlain ? text : plainTextOf(text)}</Text>
);

const MarkdownBody = lazyPart('markdown', async () => (await import('./markdown-body.tsx')).MarkdownBody, Plain);

type MarkdownProps = MarkdownBodyProps & { compact?: boolean };

/** Markdown typed by people. Shows the plain text until the parser is loaded, or if the text cannot be shown otherwise. */
export function Markdown({ compact = false, ...body }: MarkdownProps) {
  const { text } = body;
  if (text.trim() === '') return null;
  return (
    <div className={compact ? `${styles.prose} ${styles.compact}` : styles.prose}>
      <ErrorBoundary key={text} fallback={<Plain text={text} />}>
        <MarkdownBody {...body} />
      </ErrorBoundary>
    </div>
  );
}

type Props = { fallback: ReactNode; children: ReactNode };

/** Keeps an error in one person's text from replacing the page for everybody. React has no hook for this. */
class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
