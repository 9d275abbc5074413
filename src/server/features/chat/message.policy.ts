import type { ChatFormat } from './chat.schema.ts';

/** Plain text: nothing in it is markup or a mention until `bodyOf` makes it so. */
export type ChatMessage = { title: string; lines: readonly string[]; link: { label: string; href: string } };

/** Discord allows 2,000 characters; the others more. */
const maxLength = 1900;
const maxTitle = 300;
const maxLine = 300;

const zeroWidthSpace = '\u200b';

/** What the chat expects in the body of the request. */
export function bodyOf(format: ChatFormat, message: ChatMessage): object {
  const text = textOf(format, message);
  if (format === 'discord') return { content: text, allowed_mentions: { parse: [] } };
  // Without these two, Slack looks for names and links in the text.
  if (format === 'slack') return { text, link_names: false, parse: 'none' };
  return { text };
}

function textOf(format: ChatFormat, { title, lines, link }: ChatMessage): string {
  const bold = format === 'slack' ? '*' : '**';
  const head = `${bold}${escaped(format, cut(title, maxTitle))}${bold}`;
  const end = `${escaped(format, link.label)}: ${link.href}`;
  const shown: string[] = [];
  let left = maxLength - head.length - end.length;
  for (const line of lines) {
    const item = `• ${escaped(format, cut(line, maxLine))}`;
    if (item.length + 1 > left) break;
    shown.push(item);
    left -= item.length + 1;
  }
  const rest = shown.length < lines.length ? ['…'] : [];
  return [head, ...shown, ...rest, end].join('\n');
}

const cut = (text: string, length: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).toWellFormed()}…`;
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Nobody can notify a whole channel with the title of a task: a space of no width separates the @ from the name, and
 * marks of the chat's markup are escaped.
 */
function escaped(format: ChatFormat, text: string): string {
  const withoutMentions = text
    .replaceAll(/@(?=[\p{L}\p{N}_])/gu, `@${zeroWidthSpace}`)
    .replaceAll(/<(?=[!@#])/g, `<${zeroWidthSpace}`);
  return format === 'slack'
    ? withoutMentions.replaceAll(/[&<>]/g, (mark) => entities[mark] ?? mark)
    : withoutMentions.replaceAll(/[\\`*_~|[\]<]/g, '\\$&');
}
