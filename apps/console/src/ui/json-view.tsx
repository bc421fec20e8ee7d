import { withExactNumbers } from '@countersign/json/exact-number';
import { useId } from 'react';
import { visibleText } from '../text/visible-text.ts';
import { CopyButton } from './copy-button.tsx';
import { jsonTokens } from './json/json-tokens.ts';
import { copiedJson } from './texts/copied-json.ts';
import './json-view.css';
import './json/json-colors.css';

const tone = {
  key: 'json-key',
  string: 'json-string',
  number: 'json-number',
  word: 'json-number',
  plain: undefined,
};
const MAX_LINES = 2_000;

function Line({ text }: { text: string }) {
  let at = 0;
  return jsonTokens(text).map((token) => {
    const key = at;
    at += token.text.length;
    return (
      <span key={key} className={tone[token.kind]}>
        {token.text}
      </span>
    );
  });
}

interface JsonViewProps {
  value: unknown;
  label: string;
  /** Zero-based lines to mark as wrong. */
  marked?: ReadonlySet<number>;
  /** At most a third of the screen high, scrolling. */
  short?: boolean;
  /** Shows a copy button, where there is none next to it. */
  copy?: boolean;
}

/** Any JSON value as numbered, coloured lines; cut with a note after 2,000 lines. */
export function JsonView({ value, label, marked, short = false, copy = true }: JsonViewProps) {
  const id = useId();
  const lines = withExactNumbers(JSON.stringify(value, null, 1) ?? 'undefined').split('\n');
  return (
    <section
      aria-labelledby={id}
      {...(short ? { className: 'scrolls-down json-view-short', tabIndex: 0 } : {})}
    >
      <span className="visually-hidden" id={id}>
        {label}
      </span>
      {copy && (
        <CopyButton className="link small copy-inside" of={label} text={() => copiedJson(value)} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="verbatim json-view" dir="ltr" tabIndex={0}>
        {lines.slice(0, MAX_LINES).map((line, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
            key={index}
            className="anchor json-view-line"
            data-marked={marked?.has(index) || undefined}
          >
            <Line text={visibleText(line)} />
          </span>
        ))}
        {lines.length > MAX_LINES && (
          <span className="anchor json-view-line muted">… {lines.length - MAX_LINES}</span>
        )}
      </pre>
    </section>
  );
}
