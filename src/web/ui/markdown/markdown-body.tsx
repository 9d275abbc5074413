import type { MarkedToken, Token, Tokens } from 'marked';
import { createElement, Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';
import { parseMarkdown } from '../../../markdown/markdown-tokens.ts';
import styles from './markdown.module.css';

export type MarkdownBodyProps = { text: string; wholePage?: boolean | undefined };

/** The title of a page, and the title of its section. */
const levelsAbove = 2;

/**
 * Renders tokens as React elements and never as HTML text: tags are shown as typed, and nothing that people write can
 * run. Headings start below those of the page, except in a text that is the whole page.
 */
export function MarkdownBody({ text, wholePage = false }: MarkdownBodyProps) {
  const tokens = useMemo(() => parseMarkdown(text), [text]);
  return <>{drawAll(wholePage ? tokens.map(raised) : tokens)}</>;
}

const raised = (token: Token): Token =>
  token.type === 'heading'
    ? { ...(token as Tokens.Heading), depth: (token as Tokens.Heading).depth - levelsAbove }
    : token;

// The lexer runs without extensions, so there are only its own token types.
const drawAll = (tokens: readonly Token[] = []): ReactNode =>
  within(
    Fragment,
    tokens.map((token) => draw(token as MarkedToken)),
  );

/** Children as separate arguments: they never change their order, so they need no keys. */
const within = (element: string | typeof Fragment, children: readonly ReactNode[]): ReactNode =>
  createElement(element, null, ...children);

function draw(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p>{drawAll(token.tokens)}</p>;
    case 'heading':
      return drawHeading(token);
    case 'list':
      return drawList(token);
    case 'blockquote':
      return <blockquote>{drawAll(token.tokens)}</blockquote>;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'table':
      return drawTable(token);
    case 'hr':
      return <hr />;
    case 'html':
      return token.block ? <p>{token.text}</p> : token.text;
    case 'space':
    case 'def':
      return null;
    default:
      return drawInline(token);
  }
}

function drawInline(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{drawAll(token.tokens)}</strong>;
    case 'em':
      return <em>{drawAll(token.tokens)}</em>;
    case 'del':
      return <del>{drawAll(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return drawLink(token.href, drawAll(token.tokens));
    case 'image':
      // Loading an image would tell its server who reads the text, so images become links.
      return drawLink(token.href, token.text === '' ? token.href : token.text);
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'text':
      return token.tokens === undefined ? token.text : drawAll(token.tokens);
    default:
      return 'text' in token ? token.text : null;
  }
}

function drawHeading({ depth, tokens }: Tokens.Heading): ReactNode {
  return within(`h${Math.min(depth + levelsAbove, 6)}`, [drawAll(tokens)]);
}

function drawList({ ordered, start, items }: Tokens.List): ReactNode {
  const entries = items.map((item) => within('li', [drawAll(item.tokens)]));
  return ordered ? <ol start={start === '' ? 1 : start}>{within(Fragment, entries)}</ol> : within('ul', entries);
}

const drawCells = (element: 'th' | 'td', cells: readonly Tokens.TableCell[]): ReactNode =>
  within(
    'tr',
    cells.map((cell) => within(element, [drawAll(cell.tokens)])),
  );

function drawTable({ header, rows }: Tokens.Table): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard (WCAG 2.1.1)
    <div className={styles.table} tabIndex={0}>
      <table>
        <thead>{drawCells('th', header)}</thead>
        {within(
          'tbody',
          rows.map((row) => drawCells('td', row)),
        )}
      </table>
    </div>
  );
}

/** The host of this service in links, whose address the server's rendering does not know. */
const here = 'https://here.invalid';

/** Only web and mail links; anything else, such as `javascript:`, stays text. */
function drawLink(href: string, label: ReactNode): ReactNode {
  const url = URL.parse(href, here);
  if (url === null || !['https:', 'http:', 'mailto:'].includes(url.protocol)) return label;
  return (
    <a href={url.origin === here ? url.href.slice(here.length) : url.href} rel="noopener noreferrer nofollow ugc">
      {label}
    </a>
  );
}
