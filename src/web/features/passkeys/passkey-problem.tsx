import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../../ui/problem.tsx';
import { isDeclined } from './passkey.ts';

/** What went wrong with a passkey. That the person chose none is said, without alarm. */
export function PasskeyProblem({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (error === null || error === undefined) return null;
  if (isDeclined(error)) return <output className="muster-notice">{t('security.declined')}</output>;
  return <ProblemAlert error={error} />;
}
