import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../../locales/format/sentences.ts';
import { useMailMode } from '../sign-in/queries.ts';

/** For texts which say that others are notified: adds where those find it if the server can't send email. */
export function useTold(): (text: string) => string {
  const { t, i18n } = useTranslation();
  const isUnmailed = useMailMode() === 'files';
  return (text) => joinSentences([text, isUnmailed ? t('notices.unmailed') : ''], i18n.language);
}
