import type { IncomingHttpHeaders } from 'node:http';

/** Servers of MCP let browsers send or read these headers (Streamable HTTP, revision 2025-03-26 and later). */
const ownHeader = /\bmcp-(session-id|protocol-version)\b/i;

/**
 * Whether the headers of an address that refused a GET are possibly those of an MCP server: one that opens no stream of its own
 * answers HTTP 405. A POST would show it, but at another kind of address it could start a run.
 */
export function maySpeakMcp(headers: IncomingHttpHeaders): boolean {
  const allowed = String(headers.allow ?? '');
  // Only a protocol with sessions has something to delete where it takes a POST.
  const hasSessions = /\bPOST\b/i.test(allowed) && /\bDELETE\b/i.test(allowed);
  const crossOrigin = [
    headers['access-control-allow-headers'],
    headers['access-control-expose-headers'],
  ];
  return hasSessions || ownHeader.test(crossOrigin.join(' '));
}

/** Whether it is at the usual path of MCP, and does not say that it takes no POST. */
export function isMcpPath(url: string, headers: IncomingHttpHeaders): boolean {
  const takesPost = /\bPOST\b/i.test(headers.allow ?? 'POST');
  return takesPost && /\/mcp\/?$/i.test(new URL(url).pathname);
}
