import { type Rule, type Span, spansOf } from './rule.ts';

const known: readonly RegExp[] = [
  /(?<!\w)(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?!\w)/g,
  /(?<![\w-])sk-(?:ant-|proj-|live-|test-|or-)?[\w-]{16,200}/g,
  /(?<!\w)(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,200}/g,
  /(?<!\w)(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,255}/g,
  /(?<!\w)github_pat_\w{20,255}/g,
  /(?<!\w)gl(?:pat|ptt|dt|rt)-[\w-]{16,100}/g,
  /(?<!\w)xox[abeoprs]-[\w-]{10,250}/g,
  /(?<!\w)AIza[\w-]{35}/g,
  /(?<!\w)ya29\.[\w-]{20,300}/g,
  /(?<!\w)(?:npm_|pypi-|hf_|dop_v1_|SG\.|shpat_|LTAI|AKID)[\w.-]{12,255}/g,
  /https:\/\/hooks\.slack\.com\/services\/[\w/]{10,100}/g,
];

/** Keys of services, by their prefixes. */
export const apiKey: Rule = {
  name: 'api-key',
  label: 'KEY',
  find: (text) => known.flatMap((form) => spansOf(text, form, { confidence: 0.99 })),
};

export const jwt: Rule = {
  name: 'jwt',
  label: 'TOKEN',
  find: (text) =>
    spansOf(text, /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, { confidence: 0.99 }),
};

/** To the end of the block, or of the text if that was cut off. */
export const pem: Rule = {
  name: 'pem',
  label: 'KEY',
  find(text) {
    const spans: Span[] = [];
    const begin = /-----BEGIN [A-Z0-9 ]{3,40}-----/g;
    for (const match of text.matchAll(begin)) {
      if (spans.some((span) => match.index < span.end)) continue;
      const end = text.indexOf('-----END', match.index);
      const close = end < 0 ? -1 : text.indexOf('-----', end + 8);
      spans.push({
        start: match.index,
        end: close < 0 ? text.length : close + 5,
        confidence: 0.99,
      });
    }
    return spans;
  },
};

/** The value of an authorisation header, and of secret parameters of a URL. */
export const bearer: Rule = {
  name: 'authorization',
  label: 'TOKEN',
  find: (text) => [
    ...spansOf(text, /(?<!\w)(?:bearer|basic|digest|token)\s+([\w.~+/=-]{12,2000})/gi, {
      group: 1,
      confidence: 0.95,
      test: (found) => /\d/.test(found) || /[a-z][A-Z]/.test(found),
    }),
    ...spansOf(
      text,
      /[?&](?:access_token|id_token|token|api_?key|key|sig|signature|session|sid|code|auth|password)=([^&\s#"'<>]{4,2000})/gi,
      { group: 1, confidence: 0.95 },
    ),
    ...spansOf(text, /(?<![\w.+-])[a-z][a-z0-9+.-]{1,30}:\/\/([^\s/@:]{1,100}:[^\s/@]{1,200})@/gi, {
      group: 1,
      confidence: 0.98,
    }),
    ...spansOf(text, /(?<!\w)(?:-u|--user)\s+["']?([^\s:"']{1,100}:[^\s"']{1,200})/g, {
      group: 1,
      confidence: 0.9,
    }),
    ...spansOf(text, /(?:set-)?cookie:\s?([^\n]{8,2000})/gi, { group: 1, confidence: 0.9 }),
  ],
};

/** Bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const wordOfSentences =
  /(?<!\p{L})(?:the|and|for|with|from|that|this|are|was|has|have|not|you|but|when|then|into|after|before|und|der|die|das|den|mit|les|des|est|pour|que|los|las|por|una|con|per|che|del|não|para)(?!\p{L})/u;

/** Words of a wallet, which are a sentence of none that sentences are made of. */
const walletWords = (text: string): Span[] =>
  /seed|phrase|mnemonic|wallet|recovery|助记|助記/iu.test(text)
    ? spansOf(text, /(?<![\p{L}\p{N}-] ?)\p{Ll}{3,8}(?: \p{Ll}{3,8}){10,23}(?! ?[\p{L}\p{N}-])/gu, {
        confidence: 0.6,
        test: (found) => !wordOfSentences.test(found),
      })
    : [];

/** Long texts that look random: both cases and digits, or hexadecimal of the length of a hash. */
export const randomText: Rule = {
  name: 'random',
  label: 'TOKEN',
  find: (text) => [
    ...spansOf(text, /(?<![\w+/=.-])[A-Za-z0-9+/_-]{20,4000}={0,2}(?![\w+/=])/g, {
      confidence: 0.6,
      test: (found) =>
        /[a-z]/.test(found) && /[A-Z]/.test(found) && /\d/.test(found) && entropy(found) >= 3.5,
    }),
    // At the end of an address, where it opens what is there.
    ...spansOf(text, /:\/\/[^\s"'<>]{3,300}\/([A-Za-z0-9_-]{16,400})(?=[/?#\s"'<>),.]|$)/g, {
      group: 1,
      confidence: 0.6,
      test: (found) =>
        /[a-z]/.test(found) && /[A-Z]/.test(found) && /\d/.test(found) && entropy(found) >= 3.5,
    }),
    ...walletWords(text),
    ...spansOf(text, /(?<![\w-])[0-9a-f]{32,128}(?![\w-])/gi, {
      confidence: 0.6,
      test: (found) => /[a-f]/i.test(found) && /\d/.test(found),
    }),
    ...spansOf(text, /(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/gi, {
      confidence: 0.7,
    }),
  ],
};
