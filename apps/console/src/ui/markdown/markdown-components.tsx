import { ImageOff } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Components } from 'react-markdown';
import { markdownText } from '../../text/texts.ts';
import { CopyButton } from '../copy-button.tsx';
import { isMemoryPath, MemoryPathLink } from '../texts/quoted-text.tsx';
import { safeLink } from './safe-link.ts';

/** Code as it was written, left to right in any surrounding text, with a copy button. */
function CodeBlock({ children }: { children?: ReactNode }) {
  const code = useRef<HTMLPreElement>(null);
  return (
    <div className="anchor" dir="ltr">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="rounded code md-code" ref={code} tabIndex={0}>
        {children}
      </pre>
      <CopyButton className="link small md-copy" text={() => code.current?.textContent ?? ''} />
    </div>
  );
}

function plainText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(plainText).join('');
  return '';
}

/** A link of an agent: the host of its target is always shown next to it, unless the text already is the address. */
export function AgentLink({ href, children }: { href: string | undefined; children?: ReactNode }) {
  if (isMemoryPath(href)) return <MemoryPathLink to={href}>{children}</MemoryPathLink>;
  const link = safeLink(href);
  if (!link) {
    return (
      <span className="md-refused" title={markdownText.linkRefused(href ?? '')}>
        {children}
      </span>
    );
  }
  const text = plainText(children);
  const saysItself = text === link.href || text === link.host || `${text}/` === link.href;
  return (
    <>
      <a
        href={link.href}
        rel="noreferrer noopener nofollow"
        referrerPolicy="no-referrer"
        target="_blank"
      >
        {children}
      </a>
      {saysItself ? null : <span className="fine-print muted"> {link.host}</span>}
    </>
  );
}

function ImagePlaceholder({ src, alt }: { src: string | undefined; alt: string | undefined }) {
  const link = safeLink(src);
  return (
    <span className="fine-print rounded-small md-image row-inline-tight muted">
      <ImageOff className="icon icon-small" />
      {markdownText.image(alt ?? '', link?.host ?? null)}
    </span>
  );
}

export const markdownComponents: Components = {
  a: ({ href, children }) => <AgentLink href={href}>{children}</AgentLink>,
  img: ({ src, alt }) => (
    <ImagePlaceholder alt={alt} src={typeof src === 'string' ? src : undefined} />
  ),
  p: ({ children }) => <p dir="auto">{children}</p>,
  li: ({ children }) => <li dir="auto">{children}</li>,
  blockquote: ({ children }) => (
    <blockquote className="ruled muted" dir="auto">
      {children}
    </blockquote>
  ),
  td: ({ children, style }) => (
    <td dir="auto" style={style}>
      {children}
    </td>
  ),
  th: ({ children, style }) => (
    <th dir="auto" style={style}>
      {children}
    </th>
  ),
  // The page owns the first heading level.
  h1: ({ children }) => (
    <h2 dir="auto" className="md-h1">
      {children}
    </h2>
  ),
  h2: ({ children }) => (
    <h3 dir="auto" className="md-h2">
      {children}
    </h3>
  ),
  h3: ({ children }) => (
    <h4 dir="auto" className="md-h3">
      {children}
    </h4>
  ),
  h4: ({ children }) => (
    <h5 dir="auto" className="md-h3">
      {children}
    </h5>
  ),
  h5: ({ children }) => (
    <h6 dir="auto" className="md-h3">
      {children}
    </h6>
  ),
  h6: ({ children }) => (
    <h6 dir="auto" className="md-h3">
      {children}
    </h6>
  ),
  table: ({ children }) => (
    // A group, not a region: a page full of tables must not become a page full of landmarks.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div aria-label={markdownText.table} className="scrolls md-scroll" role="group" tabIndex={0}>
      <table className="md-table small">{children}</table>
    </div>
  ),
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  input: ({ checked }) => (
    <span aria-label={checked ? markdownText.taskDone : markdownText.taskOpen} role="img">
      {checked ? '☑' : '☐'}
    </span>
  ),
};
