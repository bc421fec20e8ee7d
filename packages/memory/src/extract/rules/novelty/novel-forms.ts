import { isCompound, knownWord } from '../../vocabulary/vocabulary.ts';
import { digitWords } from '../forms.ts';
import { isGivenName } from '../given-names.ts';
import { type Span, spansOf } from '../rule.ts';
import { isUnknown } from './names-by-script.ts';

/** Values in forms that words, amounts, dates and versions do not have. `cue`: only beside an announcing word. */
const forms: readonly { expression: RegExp; cue: boolean; test?: (own: string) => boolean }[] = [
  // Long numbers in groups.
  {
    expression:
      /(?<![\p{L}\d_.,:#=€$£¥₹/+-]|\d )[+(]{0,2}\d{1,7}(?:[)./ -]{1,2}\d{1,7}){0,6}(?![\d\p{L}_%]|[.,:]\d| ?[€$£¥₹])/gu,
    cue: false,
    test: (own) => {
      const digits = own.replace(/\D/g, '');
      return (
        digits.length >= 7 &&
        digits.length <= 19 &&
        !isDate(own) &&
        !/^\d{1,3}(?:[ .]\d{3})+$/.test(own) &&
        !/0{5}$/.test(digits)
      );
    },
  },
  {
    expression:
      /(?<![\p{L}\d_.,:€$£¥₹/-])\d[\d ./-]{2,24}\d(?![\d\p{L}_%]|[.,:]\d| ?(?:[€$£¥₹]|(?:ms|min|kg|km|MB|GB|Hz|EUR|USD)(?!\p{L})))/gu,
    cue: true,
    test: (own) => {
      const count = own.replace(/\D/g, '').length;
      return count >= 5 && !isDate(own) && !/^\d{1,3}(?:[ .]\d{3})+$/.test(own);
    },
  },
  {
    expression: new RegExp(
      String.raw`(?<!\p{L})(?:${digitWords})(?:[ ,-]{1,2}(?:${digitWords}|hash|star|dash)){2,20}(?!\p{L})`,
      'giu',
    ),
    cue: true,
  },
  // Who is described, and not named.
  {
    expression:
      /(?<!\p{L})(?:the |a )?\p{L}{3,20}['’]s (?:\p{L}{3,10} )?(?:son|daughter|wife|husband|mother|father|brother|sister|nephew|niece|cousin|girlfriend|boyfriend|ex|twin|baby)(?!\p{L})|(?:la|le|el|il|lo|die|der) (?:hij[oa]|espos[oa]|mujer|marido|fille|fils|femme|mari|belle-sœur|beau-frère|figli[oa]|moglie|marito|tochter|sohn|frau|mann|sœur|frère|hermana|hermano) (?:del?|du|des|della|dell['’]|des|der|von) ?(?:la |los |l['’])?\p{L}{3,20}|[\p{Script=Han}]{2,10}的(?:双胞胎|大|小|前)?(?:岳父|岳母|儿子|女儿|老婆|老公|丈夫|妻子|小舅子|大舅子|弟弟|哥哥|姐姐|妹妹|父亲|母亲|妈妈|爸爸|侄子|外甥|女婿|儿媳)/giu,
    cue: false,
  },
  // Letters and a number, as plates have them.
  { expression: /(?<![\p{L}\p{M}])(?:\p{Script=Arabic} ){2,3}\d{1,4}(?!\d)/gu, cue: false },
  // Who wrote, in a record of a conversation.
  {
    expression: /(?<=(?:^|\n)\[?\d{1,2}:\d{2}(?::\d{2})?\]? )<?[\w.-]{3,30}(?=>? ?: )/gu,
    cue: false,
  },
  // A day so long ago that a person was born on it.
  {
    expression:
      /(?<![\d.,/-])(?:\d{1,2}[./-]\d{1,2}[./-](?:19[2-9]\d|200\d)|(?:19[2-9]\d|200\d)[./-]\d{1,2}[./-]\d{1,2}|(?:19[2-9]\d|200\d)年\d{1,2}月\d{1,2}日|\d{1,2}\.? (?:de )?\p{L}{3,10}\.? (?:de )?(?:19[2-9]\d|200\d))(?![\d./-]\d)/gu,
    cue: false,
  },
  {
    expression:
      /(?<=(?:(?<!\p{L})(?:no|nr|number|num|номер|nomor|número|numero|numer|číslo)\.?|№|[nN][º°]|#|号|번호|番号)\s?:?\s?)\d[\d-]{4,14}\d(?![\d\p{L}_%]|[.,:]\d)/gu,
    cue: false,
    test: (own) => !isDate(own),
  },
  // Letters and digits: plates, ids, numbers of contracts.
  {
    expression:
      /(?<![\p{L}\p{N}_./-])(?=[\p{Lu}\d -]{0,12}\p{Lu})(?=[\p{Lu}\d -]{0,12}\d)(?:\p{Lu}{1,3}[ -]?\d{1,4}[ -]?\p{Lu}{1,3}(?:[ -]?\d{1,4})?|\d{1,4}[ -]\p{Lu}{1,3}[ -]\d{1,4})(?![\p{L}\p{N}_/-])/gu,
    cue: true,
  },
  {
    expression:
      /(?<![\p{L}\p{N}_./-])(?=[\p{L}\d/-]{0,20}\d[\p{L}/-]{0,4}\d[\p{L}/-]{0,4}\d)(?=[\d/-]{0,14}\p{Lu})[\p{Lu}\d]{1,14}(?:[-/][\p{Lu}\d]{1,14}){0,4}(?![\p{L}\p{N}_/-]|\.\d)/gu,
    cue: true,
  },
  {
    expression:
      /(?<![\p{L}\p{N}_./-])(?:\p{Lu}{1,4}-?\d{5,12}\p{Lu}{0,2}|\d{5,12}-?\p{Lu}{1,2}|(?=[\p{Lu}\d-]{0,16}\p{Lu})(?=(?:[\p{Lu}-]{0,8}\d){5})[\p{Lu}\d]{1,12}(?:-[\p{Lu}\d]{1,12}){1,4}|\p{Lu}{2}-\d{3,4}-\p{Lu}{2})(?![\p{L}\p{N}_/-])/gu,
    cue: false,
  },
  {
    expression: /(?<![\p{L}\p{N}_./-])\p{Lu}{1,3} \d{3,4} \p{Lu}{1,3}(?![\p{L}\p{N}_/-])/gu,
    cue: false,
  },
  // A given name in lower case.
  {
    expression:
      /(?<![\p{L}\p{N}_@./'’-])\p{Ll}{4,20}(?!['’](?!s(?!\p{L}))|[\p{L}\p{N}_@/(-]|\.\w)/gu,
    cue: false,
    test: (own) => {
      const { isName, isWord } = knownWord(own);
      return isGivenName(own) || (isName && !isWord && own.length > 4);
    },
  },
  // A word that nobody says: both cases, a digit and a sign.
  {
    expression:
      /(?<![^\s"'«“(:=])(?=\S{0,30}\p{Ll})(?=\S{0,30}\p{Lu})(?=\S{0,30}\d)(?=\S{0,30}[!#$%&*^~?+@=_.-])[\p{L}\d!#$%&*^~?+@=_.-]{7,40}(?![\p{L}\d/:])/gu,
    cue: false,
  },
  // Handles.
  {
    expression:
      /(?<![\p{L}\p{N}_@./-])@?(?=[\w.-]{3,40}(?![\w@.-]*[@/(]))[a-z]{1,30}(?:[._-][a-z]{1,30}){0,5}[._-]?\d{1,6}(?:[._-]?[a-z]{1,12})?(?![\w@/(:-]|\.\w)/gu,
    cue: true,
    test: (own) => !/^[a-z]+-?\d{1,3}$/.test(own) || !knownWord(own.replace(/-?\d+$/, '')).isWord,
  },
  {
    expression: /(?<![\p{L}\p{N}_@./-])[A-Za-z]{2,20}(?:[._][A-Za-z]{2,20}){1,3}(?![\w@/(:=.-])/gu,
    cue: false,
    test: (own) =>
      own
        .split(/[._]/)
        .some((part) => knownWord(part).isName && !knownWord(part).isWord && part.length > 3),
  },
  // The first letter and a surname.
  {
    expression: /(?<![\p{L}\p{N}_@./-])[a-z]\.[a-z]{5,20}(?![\w@/(:=-]|\.\w)/gu,
    cue: false,
    test: (own) => !knownWord(own.slice(2)).isWord,
  },
  {
    expression: /(?<![\p{L}\p{N}_@./-])[a-z]{3,20}[._]?\d{1,6}(?![\w@/(:=.-])/gu,
    cue: false,
    test: (own) =>
      own
        .split(/[._\d]+/)
        .some((part) => part.length > 3 && knownWord(part).isName && !knownWord(part).isWord),
  },
  {
    expression: /(?<![\p{L}\p{N}_@./-])[a-z]{2,20}(?:[._-][a-z]{2,20}){1,2}(?![\w@/(:=.-])/gu,
    cue: true,
    test: (own) => /[._]/.test(own) && own.split(/[._-]/).some((part) => !knownWord(part).isWord),
  },
  // A word in lower case that no language has.
  {
    expression: /(?<![\p{L}\p{N}_@./'’-])\p{Ll}{4,24}(?![\p{L}\p{N}_@/('’-]|\.\w)/gu,
    cue: true,
    test: (own) => {
      const { isWord, isName } = knownWord(own);
      return !isWord && (isName || own.length > 4) && !isCompound(own);
    },
  },
];
const isDate = (own: string): boolean =>
  /^(?:(?:19|20)\d{2}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ](?:19|20)?\d{2}|(?:19|20)\d{2}[-–/ ](?:19|20)\d{2}|(?:19|20)\d{6})$/.test(
    own.replace(/[()]/g, '').trim(),
  );

export const novelForms = (text: string, hasCue: (at: number) => boolean): Span[] =>
  forms.flatMap(({ expression, cue, test }) =>
    spansOf(text, expression, {
      confidence: isUnknown,
      test: (own, at) => (!cue || hasCue(at)) && test?.(own) !== false,
    }),
  );
