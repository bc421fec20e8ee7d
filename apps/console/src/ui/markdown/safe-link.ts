export interface SafeLink {
  href: string;
  /** Where it really goes: the ASCII host (punycode for other scripts), or the mail address. */
  host: string;
}

const nearNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const portOf = (url: URL | Location) => url.port || (url.protocol === 'https:' ? '443' : '80');

/** This console itself, by whichever of its names: where a link of an agent leads, an operator's session must not be. */
function isConsole(url: URL): boolean {
  // Outside of a page there is no console to lead into.
  if (typeof location === 'undefined') return false;
  const here = location;
  if (url.host === here.host) return true;
  const isNear = nearNames.has(url.hostname) && nearNames.has(here.hostname);
  return (isNear || url.hostname === here.hostname) && portOf(url) === portOf(here);
}

/** A link an agent may show: absolute http, https or mailto, not to this console; anything else is null. */
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
  if (isConsole(url)) return null;
  return { href: url.href, host: url.host };
}
