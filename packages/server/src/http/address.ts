import { BlockList, isIP } from 'node:net';
import type { WrittenStatement } from '@countersign/json/statement';

/** An address that this server will not connect to. */
export class BlockedAddressError extends Error {
  readonly code = 'EBLOCKED';
  readonly said: WrittenStatement;
  constructor(said: WrittenStatement) {
    super(said.text);
    this.said = said;
  }
}

/**
 * Never called, even if allowed in the settings: link-local addresses, where most clouds keep their credentials, and the other
 * addresses at which clouds answer their own machines (Amazon, Google, Alibaba, Azure, Oracle, Scaleway, Linode).
 */
const never = new BlockList();
for (const [network, prefix] of [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
] as const) {
  never.addSubnet(network, prefix, 'ipv4');
  // The same address as NAT64, 6to4, IPv4-compatible and ISATAP write it. Node reads mapped ones as IPv4.
  const [a = 0, b = 0, c = 0, d = 0] = network.split('.').map(Number);
  const words = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  for (const before of ['64:ff9b::', '64:ff9b:1::', '::', '::ffff:0:', 'fe80::5efe:']) {
    never.addSubnet(`${before}${words}`, 96 + prefix, 'ipv6');
  }
  never.addSubnet(`2002:${words}::`, 16 + prefix, 'ipv6');
}
for (const [network, prefix] of [
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
  ['fd00:c1::', 32],
  ['fd00:42::', 32],
  ['fd00:a9fe:a9fe::', 48],
] as const) {
  never.addSubnet(network, prefix, 'ipv6');
}

/** Not the public internet (IANA special-purpose registries): called only where an administrator allows the host. */
const inside = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inside.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // The unspecified address, loopback, and IPv6 forms of IPv4 addresses.
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  inside.addSubnet(network, prefix, 'ipv6');
}

function isIn(list: BlockList, address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether an IP address is never connected to; false for a name, which is checked when it is resolved. */
export const isNeverCalled = (address: string): boolean => isIn(never, address);

/** Whether an IP address is not on the public internet; false for a name, which is checked when it is resolved. */
export const isInside = (address: string): boolean => isIn(never, address) || isIn(inside, address);
