import { isHostname, isIpv4, isIpv6 } from '@countersign/json-schema/check/formats-net';

/** An address of one machine, or a domain with a dot. `localhost` means another machine to each reader, as do unspecified addresses. */
export function isServiceHost(host: string): boolean {
  if (isIpv4(host)) return host !== '0.0.0.0';
  // Every spelling of the unspecified address: only zeros and colons.
  if (host.includes(':')) return isIpv6(host.toLowerCase()) && !/^[0:.]*$/.test(host);
  const labels = host.split('.');
  // A last label of digits is an address with a mistake in it, not a domain.
  return labels.length > 1 && isHostname(host, false) && !/^\d+$/.test(labels.at(-1) ?? '');
}
