import {
  isEmail,
  isHostname,
  isIpv4,
  isIpv6,
  isUri,
  isUriReference,
  isUriTemplate,
  isUrl,
} from './formats-net.ts';
import { isDate, isDateTime, isDuration, isTime } from './formats-time.ts';

type FormatTest = (text: string) => boolean;

const maxChars = 10_000;

const isPattern: FormatTest = (text) => {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
};

const short =
  (test: FormatTest): FormatTest =>
  (text) =>
    text.length <= maxChars && test(text);

const formats = new Map<string, FormatTest>([
  ['date', short(isDate)],
  ['time', short(isTime)],
  ['date-time', short(isDateTime)],
  ['duration', short(isDuration)],
  ['email', short((text) => isEmail(text, false))],
  ['idn-email', short((text) => isEmail(text, true))],
  ['hostname', short((text) => isHostname(text, false))],
  ['idn-hostname', short((text) => isHostname(text, true))],
  ['ipv4', short(isIpv4)],
  ['ipv6', short(isIpv6)],
  ['uri', (text) => isUri(text, false)],
  ['iri', (text) => isUri(text, true)],
  ['url', isUrl],
  ['uri-reference', (text) => isUriReference(text, false)],
  ['iri-reference', (text) => isUriReference(text, true)],
  ['uri-template', short(isUriTemplate)],
  ['uuid', (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)],
  ['json-pointer', (text) => /^(?:\/(?:[^~/]|~[01])*)*$/u.test(text)],
  ['relative-json-pointer', (text) => /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/u.test(text)],
  ['regex', short(isPattern)],
]);

/** The test of a format that JSON Schema defines; an unknown format has none. */
export const formatTest = (name: string): FormatTest | undefined => formats.get(name);
