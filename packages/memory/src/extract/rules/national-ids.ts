import * as checks from './checksums.ts';
import { digitRuns, sequences } from './digits.ts';
import { hasCue, patternRule, type Rule, type Span } from './rule.ts';

/**
 * Ids of digits alone. With their checksum they are masked as they are if there is nothing else; after a cue also without,
 * since one with a typing error is one too, and inside of longer runs.
 */
function digitIds(
  name: string,
  lengths: readonly number[],
  check: (digits: string) => boolean,
  cues: RegExp,
): Rule {
  const longest = Math.max(...lengths);
  return {
    name,
    label: 'ID',
    find: (text, cue) =>
      digitRuns(text).flatMap((run): Span[] => {
        const start = run.groups[0]?.start ?? 0;
        const said = hasCue(text, start, cue, cues);
        const all = run.groups.map((group) => group.text).join('');
        const accepts = (digits: string) =>
          lengths.includes(digits.length) &&
          (said || (digits.length === all.length && check(digits)));
        const confidence = said ? 0.95 : 0.7;
        return sequences(run, accepts, longest).map((span) => ({ ...span, confidence }));
      }),
  };
}

/** Letters and digits: compared without separators. */
const lettered = (
  name: string,
  expression: RegExp,
  check: (text: string) => boolean = () => true,
): Rule =>
  patternRule(name, 'ID', [expression], { test: (found) => check(found.replace(/[ ./-]/g, '')) });

const isDay = (month: string, day: string): boolean =>
  Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;

/** By country; all have the label `ID`, the report has the names. */
export const nationalIds: readonly Rule[] = [
  lettered('id-us', /(?<![\w.-])(?!000|666)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\w-])/g),
  lettered(
    'id-gb',
    /(?<!\w)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)/gi,
  ),
  digitIds('id-gb-nhs', [10], checks.nhs, /\bnhs\b[^\d]{0,20}$/i),
  digitIds(
    'id-de',
    [11],
    checks.germanTaxId,
    /(?:steuer-?(?:id|nummer|identifikations)|idnr)[^\d]{0,20}$/i,
  ),
  lettered(
    'id-fr',
    /(?<!\w)[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}(?!\w)/gi,
    checks.frenchId,
  ),
  lettered(
    'id-es',
    /(?<!\w)(?:\d{2}\.?\d{3}\.?\d{3}|[XYZ][- ]?\d{7})[- ]?[A-Z](?!\w)/gi,
    checks.spanishId,
  ),
  lettered('id-it', /(?<!\w)[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?!\w)/gi),
  lettered('id-br', /(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?!\w)/g),
  lettered('id-br-company', /(?<![\w.-])\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}(?!\w)/g),
  digitIds('id-br', [11], checks.cpf, /\bcpf\b[^\d]{0,20}$/i),
  digitIds('id-nl', [9], checks.dutchId, /(?:\bbsn\b|burgerservicenummer|sofi)[^\d]{0,20}$/i),
  lettered(
    'id-cn',
    /(?<![A-Za-z0-9])[1-9]\d{5} ?(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]) ?\d{3}[\dXx](?![A-Za-z0-9])/g,
  ),
  digitIds('id-jp', [12], checks.japaneseId, /(?:マイナンバー|個人番号|my ?number)[^\d]{0,20}$/i),
  patternRule('id-kr', 'ID', [/(?<![\w-])\d{6}-?[1-8]\d{6}(?![\w-])/g], {
    test: (found) => isDay(found.slice(2, 4), found.slice(4, 6)),
  }),
  digitIds('id-in', [12], checks.verhoeff, /(?:aadhaar|aadhar|आधार)[^\d]{0,20}$/i),
  lettered('id-in-pan', /(?<!\w)[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z](?!\w)/g),
];
