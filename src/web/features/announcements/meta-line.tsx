import { Fragment } from 'react';
import styles from './meta-line.module.css';

/** Short facts in one line, such as a team, a name and a date. The line breaks between them, not inside a date. */
export function MetaLine({ parts }: { parts: readonly (string | null)[] }) {
  const shown = parts.filter((part) => part !== null && part !== '');
  return (
    <span className={styles.line}>
      <span className={styles.parts}>
        {shown.map((part) => (
          <Fragment key={part}>
            <span className={styles.part}>{part}</span>{' '}
          </Fragment>
        ))}
      </span>
    </span>
  );
}
