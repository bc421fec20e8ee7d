import { say } from '@countersign/hai/statements';
import { type Edit, edited, isSuspicious, marks } from '@countersign/json/exact-json';
import { exactMark, isKeptByNumber } from '@countersign/json/exact-number';
import { scanJson, type Token } from '@countersign/json/scan-json';
import type { Statement } from '@countersign/json/statement';
import { hasLoneSurrogate } from '@countersign/json/well-formed-text';

/** A value in a frame that differs from what was sent: its path, the problem, and the original value. */
export interface Altered {
  path: readonly string[];
  problem: string;
  /** The problem as data. */
  statement: Statement;
  value: string;
}

/** The text of a frame with everything a question needs kept, and a list of what else was lost. */
export interface ExactText {
  text: string;
  altered: readonly Altered[];
}

/** Frequent kinds of frames that are never questions; they have few members. */
const plain =
  /^\s*\{\s*"type"\s*:\s*"(?:BUSINESS_DATA|TEXT_MESSAGE|TOOL_CALL|STATE|STEP|REASONING|THINKING|ACTIVITY|MESSAGE)/;
const repeats = (text: string, member: string): boolean => {
  const first = text.indexOf(member);
  return first !== -1 && text.includes(member, first + member.length);
};

const maxAltered = 20;
const problems = {
  number: say('frame.number-rounded'),
  duplicate: say('frame.member-twice'),
  replaced: say('frame.text-replaced'),
};
const nothing: readonly Altered[] = [];

/**
 * Rereads the text of a frame if necessary: numbers that JavaScript would round become exact numbers where a question and its
 * answer need them; what is rounded, dropped or replaced elsewhere is reported. Any other frame costs one search. `type` = the
 * field `event:`, for data without a type.
 */
export function keepExact(text: string, type?: string): ExactText {
  const odd = isSuspicious(text);
  if (!odd && plain.test(text) && !repeats(text, '"delta"')) return { text, altered: nothing };
  return reread(text, odd, isNeeded, type);
}

/** The same for a protocol of other frames: `needs` says of which paths a question and its answer need the exact number. */
export const keepExactAt = (text: string, needs: (path: readonly string[]) => boolean): ExactText =>
  reread(text, isSuspicious(text), needs);

function reread(text: string, odd: boolean, needs: Needs, type?: string): ExactText {
  const found = scanJson(text, { texts: odd });
  const reader = new Reader(text, { type: found.type ?? type, name: found.name }, needs);
  for (const token of found.tokens) reader.read(token);
  return reader.done();
}

type Needs = (path: readonly string[], named: Named) => boolean;

/** The kind of event in a frame. */
interface Named {
  type: string | undefined;
  name: string | undefined;
}

class Reader {
  readonly #text: string;
  readonly #named: Named;
  readonly #needs: Needs;
  readonly #edits: Edit[] = [];
  readonly #altered: Altered[] = [];

  constructor(text: string, named: Named, needs: Needs) {
    this.#text = text;
    this.#named = named;
    this.#needs = needs;
  }

  read(token: Token): void {
    const { kind, start, end } = token;
    const written = this.#text.slice(start, end);
    if (kind === 'duplicate') this.#note('duplicate', token, written.replace(marks, '\ufffd'));
    else if (kind !== 'number') this.#readText(token, contentOf(written));
    else if (isKeptByNumber(written)) return;
    else if (this.#needs(token.path(), this.#named)) {
      this.#edits.push({ start, end, text: JSON.stringify(exactMark + written) });
    } else this.#note('number', token, written);
  }

  #readText(token: Token, content: string): void {
    const { start, end } = token;
    const nested = this.#nested(token, content);
    if (nested !== null) this.#edits.push({ start, end, text: JSON.stringify(nested) });
    const repaired = content.replace(marks, '\ufffd');
    if (repaired === content && !hasLoneSurrogate(content)) return;
    this.#note('replaced', token, repaired);
    if (repaired !== content) this.#edits.push({ start, end, text: JSON.stringify(repaired) });
  }

  /** HAI's demo server sends the outputs of a message as JSON in a text. */
  #nested(token: Token, content: string): string | null {
    const isDelta = this.#named.type === 'BUSINESS_DATA_CONTENT' && content.includes('"upformat"');
    if (!isDelta || token.path().join('/') !== 'delta') return null;
    const head = '{"type":"BUSINESS_DATA_CONTENT","delta":';
    const inner = keepExact(`${head}${content}}`);
    this.#altered.push(...inner.altered.slice(0, maxAltered - this.#altered.length));
    return inner.text.slice(head.length, -1);
  }

  #note(problem: keyof typeof problems, token: Token, value: string): void {
    if (this.#altered.length >= maxAltered) return;
    const path = token.path();
    const { text, statement } = problems[problem];
    this.#altered.push({ path, problem: text, statement, value: value.slice(0, 2_000) });
  }

  done(): ExactText {
    return { text: edited(this.#text, this.#edits), altered: this.#altered };
  }
}

function contentOf(raw: string): string {
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw;
  }
}

/** Numbers in JSON Schemas are read as such, except for listed values. */
export const isOutsideSchema = (path: readonly string[]): boolean =>
  !path.some((key) => /schema$/i.test(key)) || isListed(path);
const isListed = (path: readonly string[]): boolean =>
  path.some((key) => key === 'enum' || key === 'const');

/** Members of a question whose numbers are shown to a person and sent back in an answer. */
function isNeededInMessage(path: readonly string[]): boolean {
  const [first, second, , fourth] = path;
  if (first === 'payload' && second === 'upContext') return isListed(path);
  if (first === 'payload' || first === 'defaultFeedback') return true;
  if (first === 'upPrompt') return second === 'defaultFeedback';
  if (first === 'upThought') return second === 'alternatives' && fourth === 'payload';
  if (first === 'upFeedback') return second === 'content';
  return first === 'upContext' && isListed(path);
}

function isNeeded(path: readonly string[], { type, name }: Named): boolean {
  const [first, second, third] = path;
  if (type === 'CUSTOM' && first === 'value') {
    return name === 'upformat.message'
      ? isNeededInMessage(path.slice(1))
      : name === 'on_interrupt' && isOutsideSchema(path);
  }
  if (type === 'RUN_FINISHED') return first === 'outcome' && isOutsideSchema(path);
  if (type === 'TOOL_CALL_ARGS') return first === 'delta';
  const isMessage = first === 'delta' && second === 'output' && third === 'message';
  return type === 'BUSINESS_DATA_CONTENT' && isMessage && isNeededInMessage(path.slice(3));
}
