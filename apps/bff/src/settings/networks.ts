import { isIP } from 'node:net';

/** Separated by commas; spaces and empty entries do not matter. */
export const listIn = (text: string): string[] =>
  text.split(',').flatMap((part) => part.trim() || []);

const named = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** What is wrong with a list of addresses and networks (`10.0.0.0/8`, `::1`, `loopback`); null = nothing. */
export function objectionToNetworks(text: string): string | null {
  const wrong = listIn(text).find((entry) => !isNetwork(entry));
  return wrong === undefined
    ? null
    : `"${wrong}" is not an address or network. Write addresses of your proxies, such as 10.0.0.7 or 10.0.0.0/8, or "loopback", separated by commas.`;
}

function isNetwork(entry: string): boolean {
  if (named.has(entry)) return true;
  const [address = '', prefix, ...more] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}
