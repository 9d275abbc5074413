/** Regions that write Chinese with simplified characters. */
const simplified = /^zh\b(?=.*-(?:hans|cn|sg|my)\b)(?!.*-hant\b)/i;

const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The language to show for a list of language tags, best first; undefined if none of them is offered. */
export function matchLanguage(preferred: readonly string[], offered: readonly string[]): string | undefined {
  for (const tag of preferred) {
    const found = matchOne(tag, offered);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same language and region, then the same script, then any region of the language. */
function matchOne(tag: string, offered: readonly string[]): string | undefined {
  const chinese = simplified.test(tag) ? 'zh-CN' : 'zh-TW';
  return (
    offered.find((language) => language.toLowerCase() === tag.toLowerCase()) ??
    offered.find((language) => baseOf(tag) === 'zh' && language === chinese) ??
    offered.find((language) => language.toLowerCase() === baseOf(tag)) ??
    offered.find((language) => baseOf(language) === baseOf(tag))
  );
}
