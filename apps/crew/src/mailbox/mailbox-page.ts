import { guard } from '@countersign/agent/guard';
import type { Mail } from './smtp-inbox.ts';

const style = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:44rem;margin:2.5rem auto;padding:0 1rem}
h1{font-size:1.25rem}article{border-top:1px solid #8885;padding:1rem 0}
h2{font-size:1rem;margin:0}dl{display:grid;grid-template-columns:4rem 1fr;margin:.25rem 0;font-size:.85rem}
dt{opacity:.7}dd{margin:0}pre{white-space:pre-wrap;font:inherit;margin:.5rem 0 0}`;

const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The mailbox for people (`GET /`) and programs (`GET /mail`). */
export function createMailboxPage(mails: () => readonly Mail[]): (request: Request) => Response {
  return (request) => {
    const refused = guard(request, []);
    if (refused) return refused;
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET') return new Response(null, { status: 405, headers });
    if (pathname === '/mail') return Response.json({ items: mails() }, { headers });
    if (pathname === '/mailbox.css') return text(style, 'text/css');
    if (pathname === '/') return text(page(mails()), 'text/html');
    return new Response(null, { status: 404, headers });
  };
}

const text = (body: string, type: string) =>
  new Response(body, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` } });

function page(mails: readonly Mail[]): string {
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5">
<title>Mailbox, ${count}</title>
<link rel="stylesheet" href="/mailbox.css">
<h1>Mailbox</h1>
<p>${mails.length === 0 ? 'No mail yet.' : `${count}, newest first. Received by the crew’s own SMTP server.`}</p>
${mails.map(article).join('\n')}
</html>
`;
}

function article({ subject, from, to, receivedAt, messageId, text }: Mail): string {
  const at = new Date(receivedAt).toISOString();
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<dl><dt>To</dt><dd>${escapeHtml(to.join(', '))}</dd><dt>From</dt><dd>${escapeHtml(from)}</dd>
<dt>Received</dt><dd><time datetime="${at}">${at}</time></dd><dt>Id</dt><dd>${escapeHtml(messageId)}</dd></dl>
<pre>${escapeHtml(text)}</pre>
</article>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (char) => entities[char] ?? char);
