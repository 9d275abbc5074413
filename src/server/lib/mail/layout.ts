/** One message inside a mail: a headline, more sentences, and where to look. */
export type MailBlock = {
  title: string;
  lines: readonly string[];
  /** Between title and lines, in both forms. The HTML is used as it is, so whoever makes it escapes what people wrote. */
  content?: { text: string; html: string };
  link?: MailLink;
};
export type MailLink = { label: string; href: string };
/** A mail has a section per language: one, or two if the recipient's language is unknown. */
export type MailSection = {
  language: string;
  greeting: string;
  blocks: readonly MailBlock[];
  /** Why the person gets the mail, and links to stop it. */
  footer: { text: string; links: readonly MailLink[] };
};

/** Text and HTML from the same content. The HTML has no images and follows the colour scheme of the reader. */
export const layOut = (subject: string, sections: readonly MailSection[]): { text: string; html: string } => ({
  text: sections.map(textOf).join('\n\n'),
  html: htmlOf(subject, sections),
});

function textOf({ greeting, blocks, footer }: MailSection): string {
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
footer { padding: 16px 0; font-size: 14px; }
@media (prefers-color-scheme: dark) {
  body { background: #16181c; color: #e6e6e6; }
  a { color: #8ab4f8; }
}
`;

const htmlOf = (subject: string, sections: readonly MailSection[]): string => `<!doctype html>
<html lang="${escapeHtml(sections[0]?.language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}</style>
</head>
<body>
${sections.map(sectionHtml).join('\n')}
</body>
</html>
`;

const sectionHtml = ({
  language,
  greeting,
  blocks,
  footer,
}: MailSection): string => `<main lang="${escapeHtml(language)}">
<p>${escapeHtml(greeting)}</p>
${blocks.map(blockHtml).join('\n')}
<footer><p>${escapeHtml(footer.text)}</p>
<p>${footer.links.map(linkHtml).join(' · ')}</p></footer>
</main>`;

const blockHtml = ({ title, lines, content, link }: MailBlock): string => `<section>
<h1>${escapeHtml(title)}</h1>
${content?.html ?? ''}${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${link === undefined ? '' : `<p>${linkHtml(link)}</p>`}
</section>`;

const linkHtml = ({ label, href }: MailLink): string => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
