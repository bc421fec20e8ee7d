import { hasCue, type Rule, spansOf } from './rule.ts';

const byte = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const ipv4 = new RegExp(String.raw`(?<![\w.])(?:${byte}\.){3}${byte}(?!\.?\d)`, 'g');
const versions =
  /(?:version|release|firmware|build|\bv|版本|固件|バージョン|버전)[^\p{L}\p{N}]{0,3}$/iu;
/** Runs of the characters of an IPv6 address; which of them are one is decided by reading it. */
const colons =
  /(?<![\w:.])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:(?::|(?<=:))(?:\d{1,3}\.){3}\d{1,3})?(?:%[a-z0-9]{1,15})?(?![\w:])/gi;

function isIpv6(text: string): boolean {
  const [address = ''] = text.split('%');
  const halves = address.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (groups.some((group) => group === '' || (group.length > 4 && !group.includes('.'))))
    return false;
  const count = groups.length + (groups.at(-1)?.includes('.') ? 1 : 0);
  return halves.length === 2 ? count >= 1 && count < 8 : count === 8;
}

export const ipAddress: Rule = {
  name: 'ip',
  label: 'IP',
  find: (text, cue) => [
    ...spansOf(text, ipv4, {
      confidence: 0.95,
      test: (found, start) =>
        // Of the machine itself, wherever that is.
        !/^(?:127\.0\.0\.1|0\.0\.0\.0)$/.test(found) &&
        (!hasCue(text.slice(Math.max(0, start - 12)), Math.min(start, 12), '', versions) ||
          /ip/i.test(cue)),
    }),
    ...spansOf(text, colons, { confidence: 0.95, test: isIpv6 }),
  ],
};

export const mac: Rule = {
  name: 'mac',
  label: 'MAC',
  find: (text) => [
    ...spansOf(text, /(?<![\w:-])[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}(?![\w:-])/gi),
    ...spansOf(text, /(?<![\w.])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\w.])/gi, {
      test: (found) => /[a-f]/i.test(found) || /\d{4}\.\d{4}\.\d{4}/.test(found),
    }),
  ],
};
