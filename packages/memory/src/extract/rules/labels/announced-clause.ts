import type { Label } from './labels.ts';

// Whatever is behind a label, to the end of its clause, is what the label announces, also where it does not look like a value of that
// kind: people write a number in words, a name as a common word, a passphrase as a sentence. It is a doubt, not masked.

/** Who has it: `my password is`, `她的密码是`. Behind such a word, what follows *is* belongs to that person. */
const possessive =
  /(?<![\p{L}\p{M}])(?:my|her|his|their|our|your|whose|mein\p{L}{0,2}|sein\p{L}{0,2}|ihre?\p{L}?|unser\p{L}{0,2}|mon|ma|mes|son|sa|ses|leur|notre|votre|mi|mis|su|sus|nuestr[oa]|minha?|meu|seu|sua|mi[oa]|suo|sua|mijn|zijn|haar|mitt?|min|din|hans|hennes|mój|moja|moje|jego|jej|můj|moje|můj|мо[йяёе]|е[её]|его|их|ваш\p{L}?|наш\p{L}?|mój|benim|onun|내|제|우리|私の|彼の|彼女の|僕の|俺の)[\p{L}\p{M} ]{0,24}$|\p{L}['’]s [\p{L} ]{0,24}$|[我你您他她它家们人亲]的?[\p{Script=Han}]{0,6}$|(?:私|僕|俺|彼|彼女|母|父|妻|夫|娘|息子)の[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{0,6}$/iu;

/** Where a clause ends: at its line, its sentence or its cell. A comma does not end it: `Cruz, Ana`. */
const clause =
  /[^\n;；。!?！？|(（<{[\]]{1,160}?(?=\s*(?:$|[\n;；。!?！？|(（<{[\]]|\.(?:\s|$)|["”」』](?:[\s,.}\]]|$)|[)\]}](?:\s|$)))/uy;

/** Answers that say that there is none, that one is needed, or where it is: nothing of a person. */
const noValue = new RegExp(
  String.raw`^(?:${[
    'required|optional|mandatory|needed|none|nobody|no one|unknown|not|no|yes|n/?a|null|nil|undefined|true|false|empty|missing|invalid|valid|wrong|ok|see|at least|at most|minimum|maximum|up to|more than|between|must|should|may|can|only|always|never|too|back|off|out|up|a|an|the|to be|tbd|tba|pending|see|same|the name of|the number of|the (?:platform|support|help|sales|service)|disabled|enabled|active|inactive|allowed|forbidden|denied|installed|informed|closed|open|expired|locked|unlocked|changed|reset|rotated|encrypted|hashed|masked|hidden|set|unset|sent|given|used|checked|stored|shown|verified|confirmed|default|text|string|integer|number|boolean|varchar|uuid|case-?sensitive|unique|redacted|removed|deleted|withheld',
    'erforderlich|pflichtfeld|pflicht|optional|keine?r?|unbekannt|nicht|siehe|leer|falsch|ungültig|gültig|mindestens|höchstens|geändert|gesperrt|abgelaufen|wird|muss|darf|zu kurz|zu lang',
    'obligatoire|facultati[fv]e?|requis|aucune?|inconnue?|non|voir|vide|incorrecte?|invalide|au moins|au plus|champ|trop|doit|peut|expirée?',
    'obligatori[oa]|opcional|requerid[oa]|ningun[oa]|desconocid[oa]|no|ver|véase|vací[oa]|incorrect[oa]|inválid[oa]|al menos|como mínimo|demasiado|debe|campo|caducad[oa]',
    'obrigatóri[oa]|opcional|nenhum[a]?|desconhecid[oa]|não|incorreta|inválid[oa]|pelo menos|muito|deve',
    'obbligatori[oa]|facoltativ[oa]|nessun[oa]?|sconosciut[oa]|vedi|vuot[oa]|errat[oa]|almeno|troppo|deve|scadut[oa]',
    'verplicht|optioneel|geen|onbekend|niet|zie|leeg|onjuist|ongeldig|minstens|te kort|te lang|moet|verlopen',
    'wymagan[eay]|opcjonaln[eay]|brak|nieznan[eay]|nie|zobacz|puste|błędne|za krótkie|za długie|musi|co najmniej',
    'obligatorisk|krävs|saknas|okänd|ingen|inget|inte|för kort|för lång|måste|valfri|påkrævet|mangler|ukendt|ikke|pakollinen|puuttuu|ei',
    'zorunlu|isteğe bağlı|yok|bilinmiyor|geçersiz|çok kısa|en az|gerekli',
    'povinn[éýá]|volitelné|žádn[éýá]|neznám[éýá]|není|kötelező|nincs|ismeretlen|obligatorie|obligatoriu|lipsă|bắt buộc|không|trống|wajib|tidak|kosong|opsional|απαιτείται|υποχρεωτικό|κανένα|άγνωστο',
    'обязател\\p{L}+|необязател\\p{L}+|нет|не|неизвест\\p{L}+|см|пуст\\p{L}*|неверн\\p{L}*|не менее|слишком|должен|должна|отсутств\\p{L}+',
    "обов['’]?язков\\p{L}+|немає|невідом\\p{L}+",
    '必填|必须|必須|可选|選填|选填|无|無|没有|未|不|错误|錯誤|至少|最多|长度|太|待|见|請|请|如下|空|默认|已|由|用于|每|在|区分|8|八位|識別|识别|当天|格式',
    '必須|任意|なし|無し|未|不明|要|入力|半角|全角|以上|必要|[0-9０-９]+ ?文字|間違|正し|見つか|二十',
    '필수|선택|없음|없|미|불명|비워|[0-9]+자|이상|틀|잘못|찾을',
    'مطلوب\\p{L}*|اختياري\\p{L}*|لا|غير|قصيرة?|خطأ|فارغ\\p{L}*|חובה|אין|לא|ריק|अनिवार्य|वैकल्पिक|नहीं|कोई|จำเป็น|ไม่|ว่าง',
  ].join('|')})(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}])`,
  'iu',
);
/** An amount, a version, a path, a call or a mark: of machines. */
const technical =
  /^(?:[<>≤≥~]?\s?\d[\d.,]*\s?(?:%|ms|s|min|h|[kMG]?B|[kMG]?Hz|characters?|chars?|bytes?|days?|years?|digits?|zeichen|caractères|caracteres|знак\p{L}*|символ\p{L}*|位|个|字|文字)(?!\p{L})|v?\d+(?:\.\d+){1,3}$|[/~.][\w./-]+$|https?:|\$|[`*_]{2,}$|[\w.]+\(|[A-Z_]{3,}_[A-Z_]+$)/iu;
/** What makes of *is* a sentence about the thing itself: `my phone is charging`, `the name is shown`. */
const verbOfThing = /^(?:\p{L}+ing|being|been)(?!\p{L})/iu;

/** Digits in words: four of them or more, and nothing else, are a number that was spelled. */
const digitWords = [
  'zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|double|triple|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety',
  'null|eins|ein|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|doppel',
  'zéro|une?|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|cent',
  'cero|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|y',
  'um|uma|dois|duas|três|quatro|meia|sete|oito|nove|dez|vinte|trinta|quarenta|cinquenta|sessenta|oitenta|e',
  'due|tre|quattro|cinque|sei|sette|otto|dieci|undici|dodici|venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|een|twee|drie|vijf|zes|zeven|negen|tien|nul',
  'zero|jeden|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|noll|ett|två|fyra|fem|sex|sju|åtta|nio|en|to|fire|seks|syv|otte|åtte|ni|sıfır|bir|iki|üç|dört|beş|altı|yedi|sekiz|dokuz',
  'ноль|нуль|один|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|одиннадцать|двенадцать|двадцать|тридцать|сорок|пятьдесят|шестьдесят|семьдесят|восемьдесят|девяносто|сто|двести|триста|четыреста|пятьсот|шестьсот|семьсот|восемьсот|девятьсот',
].join('|');
const spelled = new RegExp(
  String.raw`^(?:(?:${digitWords})(?![\p{L}\p{M}])[ ,-]{0,2}){4,24}$|^[零〇一二三四五六七八九幺两ゼロの]{4,24}$`,
  'iu',
);

/** What one has now, or is called: `changed to`, `改成`. */
const saidLink =
  /(?: to| auf| zu| in| en| par| a| por| para| на| till|(?:改|换|換|设|設|变|為|为)[成为為到]?了?|now|jetzt|nun|ahora|теперь|现在是|devenue?|called|named|heißt|appelle|llama|chiama|chama)\s*$/iu;
/** Words that a sentence is made of, and a passphrase is not. */
const sentence =
  /(?<!\p{L})(?:the|an?|is|are|was|has|have|been|by|for|from|in|on|at|of|to|with|and|or|if|when|until|after|before|per|than|longer|shorter|only|once|der|die|das|ein\p{L}{0,2}|und|im|für|von|mit|nach|bei|wenn|nur|le|la|les|une?|et|dans|pour|de|du|en|par|el|los|las|un[oa]?|del|para|con|si|il|lo|per|di|da|o|os|as|em|на|в|для|из|по|и|при)(?!\p{L})/iu;
/** `changed`, `expiré`, `abgelaufen`: one word behind *is* says how the thing is. */
const isState =
  /^\p{Ll}+(?:ed|ing|en|t|e[rs]?|é[es]?|i[re]?s?|ad[oa]|id[oa]|at[oa]|ut[oa]|н|на|но|ан\p{L}*|ен\p{L}*|ён\p{L}*)$/u;

function isSaid(text: string, { kinds, link, start, valueAt }: Announcing, value: string): boolean {
  if (link === 'sign') return true;
  if (link !== 'copula' && link !== 'apart') return false;
  if (spelled.test(value)) return true;
  if (possessive.test(text.slice(Math.max(0, start - 40), start))) return true;
  if (/^["“„«「『‘']\S/u.test(text.slice(valueAt, valueAt + 2)) && link === 'copula') return true;
  if (link === 'copula' && saidLink.test(text.slice(start, valueAt))) return !sentence.test(value);
  // `the new password is blue moon tide`
  const words = value.split(/\s+/u).length;
  return (
    kinds.includes('secret') &&
    !sentence.test(value) &&
    words < 8 &&
    (words > 1 || !isState.test(value))
  );
}

type Announcing = Pick<Label, 'kinds' | 'link' | 'start' | 'valueAt'>;

/** A part of a text that a label announces, and whether it is a number in words. */
export interface AnnouncedClause {
  start: number;
  end: number;
  isSpelled: boolean;
}

/**
 * What a label announces, to the end of the clause or up to the next label; null = nothing that could be of a person. `next`: where the
 * next label begins.
 */
export function clauseBehind(
  text: string,
  label: Announcing,
  next: number,
): AnnouncedClause | null {
  const { link, valueAt } = label;
  if (link !== 'sign' && link !== 'copula' && link !== 'apart') return null;
  clause.lastIndex = valueAt;
  const found = clause.exec(text)?.[0] ?? '';
  // `eins` is a number in it, and no label (EIN).
  const isCut = next > valueAt && next < valueAt + found.length && !spelled.test(found.trim());
  const cut = isCut ? next - valueAt : found.length;
  const kept = found.slice(0, cut).replace(/[\s"'“”«»」』,，、.:：*_/&-]+$/u, '');
  const lead = /^[\s"'“„«「『‘*_]*/u.exec(kept)?.[0].length ?? 0;
  const value = kept.slice(lead);
  if (!/[\p{L}\p{N}]/u.test(value) || noValue.test(value) || technical.test(value)) return null;
  // A mark.
  if (value.startsWith('\u0001')) return null;
  if (link !== 'sign' && verbOfThing.test(value)) return null;
  if (!isSaid(text, label, value)) return null;
  const isSpelled = spelled.test(value);
  return { start: valueAt + lead, end: valueAt + kept.length, isSpelled };
}
