import { wordsOfKey } from '../key-rules.ts';
import { type LabelKind, labels, weakLabels } from './label-words.ts';

/** A word that says what follows it, and how it is joined to that. */
export interface Label {
  kinds: readonly LabelKind[];
  word: string;
  start: number;
  /** Where a value would begin. */
  valueAt: number;
  /** By a sign such as `:`, by `is`, by nothing, by one of these with words between (`the PIN for the door is`), or by words alone. */
  link: 'sign' | 'copula' | 'none' | 'apart' | 'near';
  /** It is a label of other things too. */
  isWeak: boolean;
}

const letter = String.raw`[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]`;
const word = new RegExp(
  String.raw`${letter}(?:${letter}|\p{M}|['’"״./\u200c-](?=${letter}))*`,
  'gu',
);
const numbered =
  'number|no|num|nr|nbr|id|ids|code|card|digits|nummer|numéro|numero|número|numer|číslo|broj|szám|száma|număr|numărul|номер|№|no|nº|n°|n°|ref|reference|name|address|details|line|of|mobile|work|home|office|private|new|old|personal|new|full|complete|رقم|شماره|نمبر|מספר|नंबर|संख्या|नम्बर|নম্বর|எண்|నంబర్|numarası|numaram|numarasi|nomor|number';
const qualifier = String.raw`(?:[ _]{1,2}(?:${numbered})(?![\p{L}\p{M}])\.?|\.(?![^\s:])|\s?[(（][^()（）\n]{1,24}[)）]|\s?#|\s?(?:号码|號碼|番号|번호|号|號|名|ID|Id|id)(?![\p{Script=Latin}]))`;
const copula =
  "is|was|are|as|being|reads|ist|sind|war|lautet|heißt|heisst|est|c’est|c'est|es|son|è|e'|é|são|jest|to|je|sú|är|er|on|olan|adalah|là|ni|is|είναι|это|є|це|е|هو|هي|هى|است|ہے|הוא|היא|है|हैं|হল|হলো|ஆகும்|is now|is still|is called|goes by|s'appelle|s’appelle|se llama|si chiama|se chama|remains|called|named|namens|genannt|appelé|appelée|llamado|llamada|chiamato|chiamata|chamado|chamada|as follows|at|on|under|unter|sous|como|a nombre de|au nom de|lautend auf";
/** `the password has been changed to`: it is what a thing is from now on. */
const change =
  '(?:has been|had been|was|is|got|will be) (?:changed|reset|set|updated|switched|moved|renamed) to|(?:wurde|ist|wird) (?:auf|zu|in)|(?:jetzt|nun|ab sofort)|(?:a été|est) (?:changée?|modifiée?|remplacée?|mise?) (?:en|par|à)|est devenue?|(?:se ha|ha sido|fue) (?:cambiad[oa]|modificad[oa]|actualizad[oa]) (?:a|por)|ahora es|(?:è stat[oa]|è) (?:cambiat[oa]|modificat[oa]|impostat[oa]) (?:in|a|su)|(?:foi|é) (?:alterad[oa]|mudad[oa]|trocad[oa]) (?:para|por)|is (?:gewijzigd|veranderd) (?:in|naar)|(?:измен[её]н[аоы]?|сменили|поменяли|заменён[аоы]?) на|теперь|(?:har ändrats|ändrades) till|(?:zmienion[eo]|zmieniono) na';
const hanChange =
  '(?:已经|已經|已|现在|現在)?(?:被)?(?:改成|改为|改為|换成|換成|换为|设为了?|設為|设成|变成|更新为|重置为|改到)了?|现在是|現在是|現在は';
const sign = String.raw`(?: (?:is|are|ist|lautet|est|es|é|è|jest))?[ \u3000]{0,3}(?:[:：=፦՝]|[-=]>|→|[–—-](?=\s)|\t|(?<=\w)>(?=\p{L}))[ \t\u3000]{0,6}`;
const linkAfter = new RegExp(
  String.raw`(?<qualifiers>${qualifier}{0,3})(?:["'”’)]{0,2}(?<sign>${sign})|(?<line>[ \t]*\r?\n[ \t]*)|(?<copula>,? (?:${change}|${copula}) (?:now |still |also |again |simply |just )?|\s?(?:${hanChange}|是|为|為|叫|は|が|は、|은|는|이|가)\s?)|(?<cell>\s?\|\s?|\s?[(（](?=\p{L}))|(?<none>[ \u3000]{0,2}))`,
  'uy',
);
const apart = new RegExp(
  String.raw`(?:[ ](?!(?:must|should|may|can|cannot|needs?|has|have|will|expires?|muss|doit|debe)\s)\p{L}[\p{L}\p{M}\p{N}'’_-]{0,17}){1,6}?(?:${sign}| (?:${change}|${copula}) |\s?(?:是|为|為|は|은|는)\s?)`,
  'uy',
);

/** Up to a value that has a digit or a sign in it: `the code of the gate 4817`. */
const near =
  /(?: (?!(?:version|v|model|modell|modèle|modelo|port|error|policy|step|section|chapter|page|line|room|floor|level)(?!\p{L}))[\p{L}\p{M}'’-]{1,18}){1,5} (?=[@(+]?[\p{L}\d]{0,12}[\d@_])/iuy;

/** Arabic and Hebrew words begin with particles and end with pronouns: `وهاتفها`. */
const semitic = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const particles = /^(?:[وفبلكהושבלמ]{1,2})(?=\p{L}{2})/u;
const pronouns = /(?:ي|ك|ها|هم|كم|نا|ه|ו|ה|י)$/u;
/** `Rentenversicherungsnummer`: what ends with it is a number of something. */
const numberEnding = /\p{L}{3}(?:nummer|nummern|nr|numero|számod?|číslo)$/u;
const noNumber =
  /^(?:zimmer|haus|artikel|auftrags?|bestell|rechnungs?|versions?|port|serien|modell|teile?|zeilen|seiten|start|block|los|kanal|gate|order|ordre?|vraag|spoor|kamer|tilaus|lasku)/u;

function kindsOf(spoken: string): readonly LabelKind[] | undefined {
  const own = labels.whole.get(spoken);
  if (own !== undefined) return own;
  // More than one: `codes`, `passwords`.
  const single = spoken.length > 3 ? labels.whole.get(spoken.replace(/s$/, '')) : undefined;
  if (single !== undefined) return single;
  for (let length = Math.min(spoken.length, 16); length >= 3; length -= 1) {
    const kinds = labels.stems.get(spoken.slice(0, length));
    if (kinds !== undefined && spoken.length - length <= 5) return kinds;
  }
  if (semitic.test(spoken)) {
    const bare = spoken.replace(particles, '');
    return (
      labels.whole.get(spoken.slice(1)) ??
      labels.whole.get(bare) ??
      labels.whole.get(bare.replace(pronouns, '')) ??
      labels.whole.get(spoken.replace(pronouns, ''))
    );
  }
  return numberEnding.test(spoken) && !noNumber.test(spoken) ? ['account'] : undefined;
}

interface Said {
  kinds: readonly LabelKind[];
  word: string;
  start: number;
  end: number;
}

const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

const camel = /^[a-z]{2,}[A-Z][a-z]/;

/** `住院号：` is the number of something of a person, if it is none of a thing. */
const hanNumber = /\p{Script=Han}{2,4}(?:号码|號碼|番号|号|號)(?=\s?[:：])/gu;
const noHanNumber =
  /(?:订单|訂單|型|版本|端口|序|编|編|批|单|流水|错误|注文|製造|品|部品|车间|楼|信|符|括|引|逗|句|冒)(?:号码|號碼|番号|号|號)$/u;

/** The labels of a text, the longest ones at each place. */
function said(text: string): Said[] {
  const found: Said[] = [];
  const tokens = [...text.matchAll(word)].map(({ 0: own, index }) => ({
    own: (camel.test(own) ? wordsOfKey(own) : own.toLowerCase()).replace(/’/g, "'"),
    start: index,
    end: index + own.length,
  }));
  for (let at = 0; at < tokens.length; at += 1) {
    for (let count = 4; count >= 1; count -= 1) {
      const [first, last] = [tokens[at], tokens[at + count - 1]];
      if (first === undefined || last === undefined || last.end - first.start > 40) continue;
      let phrase = first.own;
      for (let next = 1; next < count; next += 1) {
        const between = text.slice(tokens[at + next - 1]?.end, tokens[at + next]?.start);
        phrase += /^[ _]$/.test(between) ? ` ${tokens[at + next]?.own}` : '\u0001';
      }
      const kinds =
        count === 1 || semitic.test(phrase) ? kindsOf(phrase) : labels.whole.get(phrase);
      if (kinds === undefined) continue;
      found.push({ kinds, word: phrase, start: first.start, end: last.end });
      at += count - 1;
      break;
    }
  }
  if (!spaceless.test(text)) return found;
  for (const { 0: own, index } of text.toLowerCase().matchAll(labels.insideWords)) {
    const kinds = labels.inside.get(own);
    if (kinds !== undefined)
      found.push({ kinds, word: own, start: index, end: index + own.length });
  }
  for (const { 0: own, index } of text.matchAll(hanNumber)) {
    const end = index + own.length;
    if (!found.some((one) => one.start < end && index < one.end) && !noHanNumber.test(own))
      found.push({ kinds: ['account'], word: own, start: index, end });
  }
  return found;
}

/** What a text announces: the same label may be there twice, joined directly and with words between. */
export function labelsIn(text: string): Label[] {
  return said(text).flatMap(({ kinds, word: own, start, end }): Label[] => {
    const base = { kinds, word: own, start, isWeak: weakLabels.has(own) };
    linkAfter.lastIndex = end;
    const match = linkAfter.exec(text);
    const direct = match?.groups;
    const isHeading = /(?:^|\n)[ \t#*>-]*$/.test(text.slice(Math.max(0, start - 12), start));
    const link =
      direct?.['sign'] !== undefined
        ? 'sign'
        : direct?.['line'] !== undefined
          ? isHeading
            ? 'sign'
            : null
          : direct?.['copula'] !== undefined || direct?.['cell'] !== undefined
            ? 'copula'
            : 'none';
    const result: Label[] = [];
    if (link !== null) result.push({ ...base, link, valueAt: end + (match?.[0].length ?? 0) });
    if (link !== 'sign') {
      apart.lastIndex = end;
      const far = apart.exec(text);
      if (far !== null) result.push({ ...base, link: 'apart', valueAt: end + far[0].length });
      near.lastIndex = end;
      const close = near.exec(text);
      if (close !== null) result.push({ ...base, link: 'near', valueAt: end + close[0].length });
    }
    return result;
  });
}
