import { Fragment } from 'react';

/** Short facts in one line, such as a team, a name and a date. The line breaks between them, not inside a date. */
export function MetaLine({ parts }: { parts: readonly (string | null)[] }) {
  return parts
    .filter((part) => part !== null && part !== '')
    .map((part, index) => (
      <Fragment key={part}>
        {index === 0 ? null : ' · '}
        <span className="muster-meta">{part}</span>
      </Fragment>
    ));
}
