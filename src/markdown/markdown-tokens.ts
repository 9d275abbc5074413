import { Lexer } from 'marked';
import type { Token, TokensList } from 'marked';

const maxDepth = 12;
/** Blocks and the text in them. */
const maxTokenDepth = 2 * maxDepth;
/** In one paragraph. The parser's time grows with the square of these. */
const maxMarks = 300;
const longWord = /\S{1000}/;
const mark = /[*_~[\]<`]/g;
const usualMaxMs = 200;

const plain = (text: string): Token => ({ type: 'text', raw: text, text, escaped: false });

const countMarks = (text: string): number => text.match(mark)?.length ?? 0;

/**
 * Marked recurses once per level of nesting, which overflows the stack after 2,000 `>`, and takes seconds for texts such
 * as 6,000 `***`. What is nested deeper, or has more marks than people type, is shown as plain text.
 */
class BoundedLexer extends Lexer {
  readonly #deadlineMs: number;
  #blockDepth = 0;
  #inlineDepth = 0;

  constructor(maxMs: number) {
    super({ gfm: true, breaks: true });
    this.#deadlineMs = performance.now() + maxMs;
  }

  override blockTokens(text: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(text: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(text: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    if (this.#blockDepth >= maxDepth || this.#isLate()) {
      tokens.push(plain(text));
      return tokens;
    }
    this.#blockDepth += 1;
    try {
      return super.blockTokens(text, tokens, lastParagraphClipped);
    } finally {
      this.#blockDepth -= 1;
    }
  }

  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    if (this.#inlineDepth >= maxDepth || this.#isLate() || longWord.test(text) || countMarks(text) > maxMarks) {
      tokens.push(plain(text));
      return tokens;
    }
    this.#inlineDepth += 1;
    try {
      return super.inlineTokens(text, tokens);
    } finally {
      this.#inlineDepth -= 1;
    }
  }

  readonly #isLate = (): boolean => performance.now() > this.#deadlineMs;
}

/** A quote that goes on in the next line is nested by marked itself, past the limit of the lexer. */
const withinDepth = (tokens: readonly Token[], depth = 0): Token[] =>
  tokens.map((token) => {
    if (!('tokens' in token) || token.tokens === undefined) return token;
    return depth >= maxTokenDepth ? plain(token.raw) : { ...token, tokens: withinDepth(token.tokens, depth + 1) };
  });

/** Never throws and takes bounded time, whatever the text. */
export function parseMarkdown(text: string, maxMs = usualMaxMs): readonly Token[] {
  try {
    return withinDepth(new BoundedLexer(maxMs).lex(text));
  } catch {
    return [plain(text)];
  }
}
