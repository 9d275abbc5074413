import { Component } from 'react';
import type { ReactNode } from 'react';

type Props = { fallback: ReactNode; children: ReactNode };

/** Keeps an error in one person's text from replacing the page for everybody. React has no hook for this. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
