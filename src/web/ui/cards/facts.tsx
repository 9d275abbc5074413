import type { ReactNode } from 'react';

/** Short values with their names. */
export const Facts = ({ facts }: { facts: readonly { term: string; fact: ReactNode }[] }) => (
  <dl className="muster-facts">
    {facts.map(({ term, fact }) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
);
