export interface SafeLink {
  href: string;
  /** Where it really goes: the ASCII host (punycode for other scripts), or the mail address. */
  host: string;
}

/** A link an agent may show: absolute http, https or mailto; anything else is null. */
export function safeLink(raw: string | undefined): SafeLink | null {
  if (raw === undefined || raw.length > 4096) return null;
  let url: URL;
  try {
    url = new URL(raw);
  } catch {
    return null;
  }
  if (url.protocol === 'mailto:') return { href: url.href, host: url.pathname };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  // A name before the host is only ever used to look like another host.
  if (url.username !== '' || url.password !== '') return null;
  return { href: url.href, host: url.host };
}
