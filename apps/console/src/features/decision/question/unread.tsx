import type { UpMessage } from '@countersign/upformat/message';
import { TriangleAlert } from 'lucide-react';
import { storedReason } from '../../../text/statements/stored-reason.ts';
import { decisionText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { JsonView } from '../../../ui/json-view.tsx';

type Unread = NonNullable<UpMessage['unread']>;

const noneUnread: Unread = [];

/** A payload that is no object, list or text is content too: it is drawn in the place of the content. */
export const unreadPayloadOf = ({ unread = noneUnread }: UpMessage): Unread[number] | null =>
  unread.find(({ path }) => path === '/payload') ?? null;

/** A message that could not be read as a question: the whole of it is the content. */
export const unreadWholeOf = ({ unread = noneUnread }: UpMessage): Unread[number] | null =>
  unread.find(({ path }) => path === '') ?? null;

/** A value as received: a string as text, the rest as JSON. */
export function RawValue({ label, value }: { label: string; value: unknown }) {
  if (typeof value === 'string') {
    const look = /^\s*[{[]/.test(value) ? 'mono' : '';
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one scrolls, and what scrolls must be reachable by keyboard
      <section className={`raw-text scrolls-down verbatim ${look}`} aria-label={label} tabIndex={0}>
        <CopyButton className="link small copy-inside" of={label} text={() => value} />
        <div dir="auto" lang="">
          {visibleText(value)}
        </div>
      </section>
    );
  }
  return <JsonView label={label} value={value} short />;
}

/** The parts of the message that could not be read: where, why, and the value itself. */
export function UnreadMembers({ message }: { message: UpMessage }) {
  const items = (message.unread ?? noneUnread).filter(({ path }) => path !== '/payload');
  if (items.length === 0) return null;
  return (
    <section className="soft-line-below panel-section" aria-label={text.unread}>
      <div className="panel-section-head">
        <Icon of={TriangleAlert} tone="need" />
        <h2>{text.unread}</h2>
        <span className="muted small">{text.unreadCount(items.length)}</span>
      </div>
      {items.map(({ path, problem, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place may be named twice
        <div className="unread-item stack-tight soft-line-between small breakable" key={index}>
          <code>{path === '' ? text.unreadWhole : visibleText(path)}</code>
          {[...new Set(problem.split('\n'))].map((line) => (
            <p
              className="muted small"
              dir="auto"
              key={line}
              lang={storedReason(line) === visibleText(line) ? '' : undefined}
            >
              {storedReason(line)}
            </p>
          ))}
          <RawValue label={visibleText(path)} value={value} />
        </div>
      ))}
    </section>
  );
}
