import { translateTo, writtenLanguage } from '../../../locales/server-texts.ts';
import type { Translate } from '../../../locales/server-texts.ts';
import { layOutText } from './layout.ts';
import type { MailLink } from './layout.ts';

/** `links`: what the HTML shows in place of the addresses, each of which is on a line of its own. */
type Composed = { subject: string; text: string; links?: readonly MailLink[] };
type MailText = { subject: string; text: string; html: string };
type WithLanguage<P> = P & { language?: string | null | undefined };

/** A mail as text and HTML in the recipient's language; in English if it is unknown. */
export const mailTemplate =
  <P extends object>(compose: (t: Translate, params: P, language: string) => Composed) =>
  (params: WithLanguage<P>): MailText => {
    const language = writtenLanguage(params.language);
    const { subject, text, links = [] } = compose(translateTo(language), params, language);
    return { subject, text, html: layOutText({ language, subject, text, links }) };
  };
