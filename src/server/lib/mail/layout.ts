import { directionOf } from '../../../locales/direction.ts';

/** One message inside a mail: a headline, more sentences, and where to look. */
export type MailBlock = {
  title: string;
  lines: readonly string[];
  /** Between title and lines, in both forms. The HTML is used as it is, so the caller escapes what people wrote. */
  content?: { text: string; html: string };
  link?: MailLink;
};
export type MailLink = { label: string; href: string };
/** The content of a mail about notices. */
export type MailContent = {
  language: string;
  greeting: string;
  blocks: readonly MailBlock[];
  /** Why the person gets the mail, and links to stop it. */
  footer: { text: string; links: readonly MailLink[] };
};

/** Text and HTML from the same content. The HTML has no images and follows the colour scheme of the reader. */
export const layOut = (subject: string, content: MailContent): { text: string; html: string } => ({
  text: textOf(content),
  html: documentOf(content.language, subject, contentHtml(content)),
});

type PlainMail = { language: string; subject: string; text: string; links: readonly MailLink[] };

/** The HTML of a mail that is a text: its paragraphs, with a button for an address on a line of its own. */
export const layOutText = ({ language, subject, text, links }: PlainMail): string =>
  documentOf(
    language,
    subject,
    text
      .trim()
      .split(/\n{2,}/)
      .map((part) => paragraphHtml(part, links))
      .join('\n'),
  );

/** A code to type comes last in its line. */
const codeAtEnd = /^(.*[:：]) ?(\d{6})$/;

function paragraphHtml(paragraph: string, links: readonly MailLink[]): string {
  const lines = paragraph.split('\n');
  const sentences = lines.filter((line) => !isAddress(line));
  const buttons = lines
    .filter(isAddress)
    .map((href) => links.find((link) => link.href === href) ?? { href, label: href });
  const [, before, code] = codeAtEnd.exec(paragraph) ?? [];
  const html =
    before === undefined || code === undefined
      ? sentences.map(escapeHtml).join('<br>')
      : `${escapeHtml(before)}</p>\n<p class="code">${code}`;
  return [
    ...(html === '' ? [] : [`<p>${html}</p>`]),
    ...buttons.map((link) => `<p>${linkHtml(link, 'button')}</p>`),
  ].join('\n');
}

const isAddress = (line: string): boolean => /^https?:\/\/\S+$/.test(line);

function textOf({ greeting, blocks, footer }: MailContent): string {
  const parts = blocks.map(({ title, lines, content, link }) =>
    [
      title,
      ...(content === undefined ? [] : ['', content.text, '']),
      ...lines,
      ...(link === undefined ? [] : [link.href]),
    ].join('\n'),
  );
  const links = footer.links.map(({ label, href }) => `${label}: ${href}`);
  return [greeting, ...parts, ['-- ', footer.text, ...links].join('\n')].join('\n\n') + '\n';
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 16px; background: #ffffff; color: #1f2328; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 36em; margin: 0 auto; }
section { padding: 16px 0; border-bottom: 1px solid #8886; }
h1 { font-size: 18px; line-height: 1.35; margin: 0 0 4px; }
h2 { font-size: 16px; margin: 12px 0 4px; }
blockquote { margin: 0 0 8px; padding-left: 12px; border-left: 3px solid #8886; }
pre { white-space: pre-wrap; }
p { margin: 0 0 8px; }
a { color: #0b57d0; }
a.button { display: inline-block; margin: 4px 0 8px; padding: 10px 20px; border-radius: 6px; background: #0b57d0;
  color: #ffffff; font-weight: 600; text-decoration: none; overflow-wrap: anywhere; }
p.code { font: 600 28px/1.5 ui-monospace, monospace; letter-spacing: 4px; }
footer { padding: 16px 0; font-size: 14px; }
@media (prefers-color-scheme: dark) {
  body { background: #16181c; color: #e6e6e6; }
  a { color: #8ab4f8; }
  a.button { background: #8ab4f8; color: #10131a; }
}
`;

const documentOf = (language: string, subject: string, body: string): string => `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

const contentHtml = ({ greeting, blocks, footer }: MailContent): string => `<p>${escapeHtml(greeting)}</p>
${blocks.map(blockHtml).join('\n')}
<footer><p>${escapeHtml(footer.text)}</p>
<p>${footer.links.map((link) => linkHtml(link)).join(' · ')}</p></footer>`;

const blockHtml = ({ title, lines, content, link }: MailBlock): string => `<section>
<h1>${escapeHtml(title)}</h1>
${content?.html ?? ''}${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${link === undefined ? '' : `<p>${linkHtml(link)}</p>`}
</section>`;

const linkHtml = ({ label, href }: MailLink, className?: string): string =>
  `<a${className === undefined ? '' : ` class="${className}"`} href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
