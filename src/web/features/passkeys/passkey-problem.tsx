import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { isDeclined } from './passkey.ts';

/** An error with a passkey; a cancelled dialog is only noted. */
export function PasskeyProblem({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (error === null || error === undefined) return null;
  if (isDeclined(error)) return <output className="muster-notice">{t('security.declined')}</output>;
  return <ProblemAlert error={error} />;
}
