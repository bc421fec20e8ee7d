const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const wideLabel =
  /^[\p{L}\p{N}](?:(?:[\p{L}\p{N}\p{M}\u00b7\u30fb-]|\u200c|\u200d){0,61}[\p{L}\p{N}\p{M}])?$/u;

export function isHostname(text: string, wide: boolean): boolean {
  const parts = text.split(wide ? /[.\u3002\uff0e\uff61]/ : '.');
  return text.length <= 253 && parts.every((part) => (wide ? wideLabel : label).test(part));
}

export function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return (
    parts.length === 4 &&
    parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  );
}

export function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const hasV4 = last.includes('.') && !text.endsWith('::');
  if (hasV4 && !isIpv4(last)) return false;
  const plain = hasV4 ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = plain.length + (hasV4 ? 2 : 0);
  return halves.length === 2 ? count <= 7 : count === 8;
}

export function isEmail(text: string, wide: boolean): boolean {
  const cut = text.lastIndexOf('@');
  const name = text.slice(0, cut);
  const host = text.slice(cut + 1);
  if (cut < 1 || name.length > 64) return false;
  const plain = wide ? /^[^\s@"(),:;<>[\]\\]+$/u : /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/i;
  const isName = name.startsWith('"')
    ? /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/.test(name)
    : plain.test(name) && !/^\.|\.$|\.\./.test(name);
  const literal = /^\[(?:IPv6:(.+)|(.+))\]$/i.exec(host);
  if (literal === null) return isName && isHostname(host, wide);
  return isName && (literal[1] !== undefined ? isIpv6(literal[1]) : isIpv4(literal[2] ?? ''));
}

/** Characters a URI may have: RFC 3986; an IRI any beyond ASCII too. Each `%` is followed by two hex digits. */
function hasUriChars(text: string, wide: boolean): boolean {
  const chars = wide
    ? /^[\w.~:/?#[\]@!$&'()*+,;=%\u{a0}-\u{10ffff}-]*$/u
    : /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/;
  return chars.test(text) && !/%(?![0-9a-f]{2})/i.test(text) && text.split('#').length < 3;
}

function hasAuthority(text: string): boolean {
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(text)?.[1];
  if (authority === undefined) return !/[[\]]/.test(text);
  const cut = authority.lastIndexOf('@');
  if (cut >= 0 && /[[\]]/.test(authority.slice(0, cut))) return false;
  const [, literal, port] = /^(?:\[(.*)\]|[^[\]:]*)(?::(.*))?$/.exec(authority.slice(cut + 1)) ?? [
    '',
    'x',
  ];
  if (port !== undefined && !/^\d*$/.test(port)) return false;
  return literal === undefined || isIpv6(literal) || /^v[0-9a-f]+\..+/i.test(literal);
}

export const isUri = (text: string, wide: boolean): boolean =>
  /^[a-z][a-z0-9+.-]*:/i.test(text) && isUriReference(text, wide);

export function isUriReference(text: string, wide: boolean): boolean {
  if (!hasUriChars(text, wide) || !hasAuthority(text)) return false;
  const [first = ''] = text.split(/[/?#]/, 1);
  return !first.includes(':') || /^[a-z][a-z0-9+.-]*:/i.test(text);
}

/** The common format `url`: an address with a host. */
export const isUrl = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(text) && isUri(text, true);

const expression =
  /\{[+#./;?&=,!@|]?[\w%.]+(?::[1-9]\d{0,3}|\*)?(?:,[\w%.]+(?::[1-9]\d{0,3}|\*)?)*\}/g;

export const isUriTemplate = (text: string): boolean =>
  !/[\s"'<>\\^`{|}]|%(?![0-9a-f]{2})/i.test(text.replace(expression, ''));
