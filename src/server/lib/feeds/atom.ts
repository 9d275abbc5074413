import { sha256 } from '../secrets.ts';

export type AtomEntry = {
  /** Stable text that identifies the entry. */
  key: string;
  title: string;
  html: string;
  url: string;
  published: string;
  updated: string;
};
export type AtomFeed = { key: string; title: string; author: string; url: string; self: string; updated: string };

/** An Atom feed (RFC 4287). Titles are plain text. */
export function atomFeed(feed: AtomFeed, entries: readonly AtomEntry[]): string {
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${identifier(feed.key)}</id>`,
    `<title>${escaped(feed.title)}</title>`,
    `<author><name>${escaped(feed.author)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(feed.self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(feed.url)}"/>`,
    `<updated>${feed.updated}</updated>`,
    ...entries.flatMap(entryLines),
    '</feed>',
    '',
  ];
  return lines.join('\n');
}

const entryLines = ({ key, title, html, url, published, updated }: AtomEntry): string[] => [
  '<entry>',
  `<id>${identifier(key)}</id>`,
  `<title>${escaped(title)}</title>`,
  `<link rel="alternate" type="text/html" href="${escaped(url)}"/>`,
  `<published>${published}</published>`,
  `<updated>${updated}</updated>`,
  `<content type="html">${escaped(html)}</content>`,
  '</entry>',
];

/** A UUID of version 8 from a hash: the same when the service moves to another address. */
function identifier(key: string): string {
  const hex = sha256(key);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** XML does not allow other control characters, nor the two code points that are not characters. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
