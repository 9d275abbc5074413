/**
 * Markdown as plain text, for places that cannot show it: calendars, and pages until the parser is loaded. Lists stay as
 * they are typed. The text should be short: the time grows with the square of its length.
 */
export const plainTextOf = (markdown: string): string =>
  markdown
    .replaceAll(/^#{1,6} +/gm, '')
    .replaceAll(/^> ?/gm, '')
    .replaceAll(/!?\[([^[\]\n]+)\]\(([^()\s]+)\)/g, (_, label: string, href: string) =>
      label === href ? href : `${label} (${href})`,
    )
    .replaceAll(/(\*\*|__|~~|`)(?=\S)([^\n]+?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=[^\s*])([^*\n]+)(?<=\S)\*(?![\w*])/g, '$1');
