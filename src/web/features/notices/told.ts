import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../../locales/format/sentences.ts';
import { useMailMode } from '../sign-in/queries.ts';

/** For texts which say that others are notified: if the server can't send email, adds where they find the notice. */
export function useTold(): (text: string) => string {
  const { t, i18n } = useTranslation();
  const sendsMail = useMailMode() !== 'files';
  return (text) => (sendsMail ? text : joinSentences([text, t('notices.unmailed')], i18n.language));
}
