import { useTranslation } from 'react-i18next';
import { sentenceGap } from '../../locales/format/sentences.ts';

/** Between a whole sentence and a link or another sentence. */
export function SentenceGap() {
  const { i18n } = useTranslation();
  return sentenceGap(i18n.language);
}
