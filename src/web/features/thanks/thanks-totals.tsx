import { useTranslation } from 'react-i18next';
import type { ThanksPage } from '../../../client/client.ts';
import { formatNumber, toHours } from '../../../locales/format/numbers.ts';
import styles from './thanks.module.css';

/** How much people did, unless they are so few that it would say what one of them did. */
export function ThanksTotals({ people, minutes, shifts }: Pick<ThanksPage, 'people' | 'minutes' | 'shifts'>) {
  const { t, i18n } = useTranslation();
  if (people === null) return null;
  const hours = minutes === null ? 0 : Math.round(toHours(minutes));
  const totals = [
    [t('thanks.totals.people'), people],
    [t('thanks.totals.hours'), hours],
    [t('thanks.totals.shifts'), shifts ?? 0],
  ] as const;
  return (
    <section aria-label={t('thanks.totals.label')}>
      <dl className={styles['totals']}>
        {totals.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(value, i18n.language)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
