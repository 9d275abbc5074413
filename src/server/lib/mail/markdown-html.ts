import type { MarkedToken, Token, Tokens } from 'marked';
import { parseMarkdown } from '../../../markdown/markdown-tokens.ts';
import { escapeHtml } from './layout.ts';

const allowedLink = /^(?:https?:\/\/|mailto:)/i;

type Options = { mayLink?: (href: string) => boolean; onLate?: () => void };

/**
 * Markdown as HTML for mails and feeds. Tags are shown as typed, and images become links: loading them would tell their server
 * who reads the mail. `mayLink` decides about addresses that have none of the usual schemes. A text that takes longer than
 * `maxMs` is shown as typed.
 */
export const markdownHtml = (text: string, maxMs: number, { mayLink = () => false, onLate }: Options = {}): string => {
  const draw = (tokens: readonly Token[] = []): string =>
    // The lexer runs without extensions, so there are only its own token types.
    tokens.map((token) => drawToken(token as MarkedToken)).join('');

  const link = (href: string, content: string): string =>
    allowedLink.test(href) || mayLink(href) ? `<a href="${escapeHtml(href)}">${content}</a>` : content;

  const list = ({ ordered, start, items }: Tokens.List): string => {
    const inner = items.map(({ tokens }) => `<li>${draw(tokens)}</li>`).join('');
    return ordered ? `<ol start="${Number(start) || 1}">${inner}</ol>` : `<ul>${inner}</ul>`;
  };

  const table = ({ header, rows }: Tokens.Table): string => {
    const row = (cells: readonly Tokens.TableCell[], tag: string) =>
      `<tr>${cells.map(({ tokens }) => `<${tag}>${draw(tokens)}</${tag}>`).join('')}</tr>`;
    return `<table>${row(header, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`;
  };

  const drawToken = (token: MarkedToken): string => {
    switch (token.type) {
      case 'paragraph':
        return `<p>${draw(token.tokens)}</p>\n`;
      case 'heading':
        return `<h2>${draw(token.tokens)}</h2>\n`;
      case 'list':
        return `${list(token)}\n`;
      case 'blockquote':
        return `<blockquote>${draw(token.tokens)}</blockquote>\n`;
      case 'code':
        return `<pre><code>${escapeHtml(token.text)}</code></pre>\n`;
      case 'table':
        return `${table(token)}\n`;
      case 'hr':
        return '<hr>\n';
      case 'html':
        return token.block ? `<p>${escapeHtml(token.text)}</p>\n` : escapeHtml(token.text);
      case 'space':
      case 'def':
        return '';
      default:
        return drawInline(token);
    }
  };

  const drawInline = (token: MarkedToken): string => {
    switch (token.type) {
      case 'strong':
        return `<strong>${draw(token.tokens)}</strong>`;
      case 'em':
        return `<em>${draw(token.tokens)}</em>`;
      case 'del':
        return `<del>${draw(token.tokens)}</del>`;
      case 'codespan':
        return `<code>${escapeHtml(token.text)}</code>`;
      case 'br':
        return '<br>';
      case 'link':
        return link(token.href, draw(token.tokens));
      case 'image':
        return link(token.href, escapeHtml(token.text === '' ? token.href : token.text));
      case 'checkbox':
        return token.checked ? '☑ ' : '☐ ';
      case 'text':
        return token.tokens === undefined ? escapeHtml(token.text) : draw(token.tokens);
      default:
        return 'text' in token ? escapeHtml(token.text) : '';
    }
  };

  return draw(parseMarkdown(text, maxMs, onLate));
};
