import { Lexer } from 'marked';
import type { Token, TokensList } from 'marked';

const maxDepth = 12;
/** Blocks and the text in them. */
const maxTokenDepth = 2 * maxDepth;
/** One paragraph has at most so many: the parser's time grows with the square of them. */
const maxMarks = 300;
const longWord = /\S{1000}/;
const mark = /[*_~[\]<`]/g;

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

  wasLate = false;

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

  readonly #isLate = (): boolean => (this.wasLate ||= performance.now() > this.#deadlineMs);
}

/** A quote that goes on in the next line is nested by marked itself, past the limit of the lexer. */
const withinDepth = (tokens: readonly Token[], depth = 0): Token[] =>
  tokens.map((token) => {
    if (!('tokens' in token) || token.tokens === undefined) return token;
    return depth >= maxTokenDepth ? plain(token.raw) : { ...token, tokens: withinDepth(token.tokens, depth + 1) };
  });

/**
 * Never throws and takes bounded time, whatever the text. Pages have no limit by the clock, because the server and the
 * browser have to show the same. With one, `onLate` is called if time ran out, so that the rest of the text is plain: the
 * next try may go better.
 */
export function parseMarkdown(text: string, maxMs = Infinity, onLate?: () => void): readonly Token[] {
  const lexer = new BoundedLexer(maxMs);
  try {
    return withinDepth(lexer.lex(text));
  } catch {
    return [plain(text)];
  } finally {
    if (lexer.wasLate) onLate?.();
  }
}
