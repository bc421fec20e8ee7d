import * as checks from './checksums.ts';
import { patternRule, type Rule } from './rule.ts';

/** What a value is that nothing announces: its form, and its check digit where it has one. */
interface Form {
  name: string;
  label: string;
  forms: readonly RegExp[];
  check?: (found: string) => boolean;
  confidence?: number;
}

/** Digits as people say them. */
export const digitWords =
  'zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple|null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|zéro|un|deux|trois|quatre|cinq|six|sept|huit|neuf|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|due|tre|quattro|cinque|sei|sette|otto|nove|um|dois|três|quatro|sete|oito|ноль|один|два|три|четыре|пять|шесть|семь|восемь|девять';
const role =
  '(?:fe)?male|wom[ae]n|man|girl|boy|nurse|pilot|doctor|engineer|technician|driver|operator|midwife|welder|teacher|priest|manager|colleague|employee|person|trainee|apprentice|black|asian|muslim|jewish|deaf|blind|pregnant|disabled|wheelchair|frau|mann|pilotin|ärztin|techniker(?:in)?|mitarbeiter(?:in)?|femme|homme|mujer|hombre|donna|uomo|mulher|homem|vrouw';

/** Forms that need no word before them. */
const table: readonly Form[] = [
  {
    ...{ name: 'id-sg', label: 'ID', check: checks.singaporeId },
    forms: [/(?<!\w)[STFGM]\d{7}[A-Z](?!\w)/g],
  },
  {
    ...{ name: 'id-hk', label: 'ID' },
    forms: [/(?<!\w)[A-Z]{1,2}\d{6} ?\([0-9A]\)(?!\w)/g],
  },
  {
    ...{ name: 'id-tw', label: 'ID', check: checks.taiwaneseId },
    forms: [/(?<!\w)[A-Z][1289]\d{8}(?!\w)/g],
  },
  {
    ...{ name: 'id-fi', label: 'ID' },
    forms: [
      /(?<![\w-])(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y](?![\w-])/g,
    ],
  },
  {
    ...{ name: 'id-mx', label: 'ID' },
    forms: [/(?<!\w)[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d(?!\w)/g],
  },
  {
    ...{ name: 'id-ae', label: 'ID' },
    forms: [/(?<![\w-])784-(?:19|20)\d{2}-\d{7}-\d(?![\w-])/g],
  },
  {
    ...{ name: 'card-expiry', label: 'CARD' },
    forms: [
      /(?=[01]\d\s?\/)(?<=(?<!\p{L})(?:exp(?:iry|ires|\.)?(?: date)?|valid (?:thru|until|to)|gültig bis|ablauf|venc\p{L}{0,8}|caduca\p{L}{0,8}|scad\p{L}{0,8}|vervalt|срок|有效期|有効期限)[:.]?\s?)(?:0[1-9]|1[0-2])\s?\/\s?\d{2}(?:\d{2})?(?![\d/])/giu,
    ],
  },
  {
    ...{ name: 'wallet', label: 'WALLET' },
    forms: [/(?<!\w)(?:bc1[a-z0-9]{25,60}|0x[0-9a-fA-F]{40})(?!\w)/g],
  },
  {
    ...{ name: 'id-cl', label: 'ID' },
    forms: [/(?<![\w.])\d{1,2}\.\d{3}\.\d{3}-[\dkK](?![\w-])/g],
  },
  {
    ...{ name: 'id-cz', label: 'ID' },
    forms: [/(?<![\w/])\d{2}(?:[05][1-9]|[16][0-2])(?:0[1-9]|[12]\d|3[01])\/\d{3,4}(?![\w/])/g],
  },
  {
    ...{ name: 'phone', label: 'PHONE', confidence: 0.5 },
    forms: [/(?<![\d.,-])[235689]\d{3}[ -]\d{4}(?![\d-])/g],
  },
  {
    ...{ name: 'phone', label: 'PHONE' },
    forms: [
      new RegExp(
        String.raw`(?<![\p{L}])(?:${digitWords})(?:[ ,-]{1,2}(?:${digitWords})){5,20}(?![\p{L}])`,
        'giu',
      ),
      /[零〇一二三四五六七八九幺]{7,16}/gu,
    ],
  },
  {
    ...{ name: 'plate', label: 'PLATE' },
    forms: [
      /(?<![\p{L}\p{M}\d])(?:\d?[ก-ฮ]{2} \d{1,4}|\d{2,3}[가-힣] ?\d{4})(?!\d)/gu,
      /[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z][·\s-]?[A-Z0-9]{5,6}(?![A-Z0-9])/gu,
    ],
  },
  {
    ...{ name: 'email', label: 'EMAIL' },
    forms: [
      /(?<![\w.])[\w.+-]{2,64}\s?(?:[([{（【]\s?(?:at|ät|艾特|在|собака|arroba)\s?[)\]}）】]|\b(?:AT|ät)\b|\s?艾特\s?|\s(?:在|собака|arroba|chiocciola)\s)\s?[\w-]{2,63}(?:\s?(?:\.|[([{（【]\s?(?:dot|punkt|点|點|точка|punto|ponto)\s?[)\]}）】]|\b(?:DOT|Punkt)\b|\s?[点點]\s?|\s(?:dot|точка|punto|ponto|punkt)\s)\s?[A-Za-z][\w-]{1,40}){1,4}/gu,
      /(?<![\w.])[a-z0-9_-]{1,40}(?:\.[a-z0-9_-]{1,40}){1,3} at [a-z0-9-]{2,40}(?:(?: dot |\.)[a-z0-9-]{2,40}){1,4}(?!\w)/gi,
    ],
  },
  {
    ...{ name: 'secret', label: 'SECRET', confidence: 0.65 },
    // Of all four kinds of characters: a word that nobody says.
    forms: [
      /(?<![^\s"'«“(:=])(?=[^\s!#$%&*^~?+]{2,20}[!#$%&*^~?+][^\s.,;)"'])(?=\S{0,30}\p{Ll})(?=\S{0,30}\p{Lu})(?=\S{0,30}\d)\p{L}[\p{L}\d!#$%&*^~?+@_-]{7,40}(?![\p{L}\d/:=])/gu,
    ],
  },
  {
    ...{ name: 'login', label: 'HANDLE' },
    forms: [
      /(?<=(?<!\p{L})(?:user|usr|login|usuario|usuário|benutzer|utente)["']?\s?[:=]\s?["']?)[^\s"'/,;|]{2,60}(?=["']?\s?[/,;|&]?\s?(?:and |y |e |und |et )?(?:pass|pwd|pw|kennwort|contraseña|clave|senha|mot de passe|mdp)\w{0,6}\s?[:=])/giu,
      /(?<=(?<![\p{L}_])user(?:name)?=["']?)(?=[a-z]*[._\d])[a-z][a-z\d._]{2,40}(?![\w@-])/gu,
      /(?<=(?:\/home\/|\/Users\/|\\Users\\))(?!(?:user|ubuntu|root|node|runner|app|admin|public|shared|work|default|ec2-user|me|you|x)(?!\w))[\w.-]{2,40}/giu,
      /(?<=(?:TODO|FIXME|HACK|XXX)\()[a-z][\w.-]{1,30}(?=\))/gu,
      // In support requests: a person and no service, by the member.
      /(?<=(?<!\p{L})(?:assigned[_ ]to|assignee|reporter|reviewer|requester|(?:created|modified|updated|closed|opened|approved)[_ ]by)["']?\s?[:=]\s?["']?)[a-z]{1,20}[._][a-z]{2,20}(?![\w.@-])/giu,
    ],
  },
  {
    ...{ name: 'location', label: 'LOCATION' },
    forms: [/(?<![:/\w])\/\/\/\s?\p{L}{2,30}\.\p{L}{2,30}\.\p{L}{2,30}(?![\p{L}.])/gu],
  },
  {
    ...{ name: 'person', label: 'PERSON', confidence: 0.7 },
    forms: [
      new RegExp(
        String.raw`(?<![\p{L}])(?:the (?:only|sole|single)|(?:der|die|das) einzige|l[ae] seule?|(?:la|el) únic[ao]|l'unic[ao]|[ao] únic[ao]) (?=(?:[\p{L}-]{1,20} ){0,3}(?:${role})(?![\p{L}]))[^.,;:\n]{4,80}(?:, ?(?:aged )?\d{2}(?=,))?`,
        'giu',
      ),
      /唯一的?(?=\p{Script=Han}{0,4}(?:女|男|盲|聋|孕|残))\p{Script=Han}{2,16}/gu,
    ],
  },
  {
    ...{ name: 'birth-date', label: 'AGE', confidence: 0.5 },
    forms: [
      /(?<!\w)(?:(?:aged|turned|turns|turning) \d{1,3}(?![\w%:.,]\d)|(?:\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\p{L}{3,5})?|\p{L}{3,5}teen|\p{L}{3,6})[- ]years?[- ]old)(?!\w)/giu,
      /[\d一二三四五六七八九十百]{1,4}[岁歲]/g,
      /(?:\d|[०-९০-৯]){1,3} ?(?:साल|वर्ष|বছর|лет|года|років|ans|años|anos|anni|Jahre alt|jaar oud|år gammal|lat|let|yaşında|tuổi|ปี)(?![\p{L}\p{M}])/gu,
    ],
  },
  {
    ...{ name: 'birth-date', label: 'BIRTH_DATE' },
    forms: [/(?<![^\s(])\*\s?\d{1,2}\.\d{1,2}\.(?:19|20)\d{2}(?!\d)/g],
  },
];

/** One rule for each row of the table. */
export const formRules: readonly Rule[] = table.map(({ name, label, forms, check, confidence }) =>
  patternRule(name, label, forms, {
    ...(confidence === undefined ? {} : { confidence }),
    ...(check === undefined ? {} : { test: check }),
  }),
);
