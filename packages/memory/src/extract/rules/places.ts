import { patternRule, type Rule, spansOf } from './rule.ts';

const isPlace = (latitude: string, longitude: string): boolean =>
  Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180;
const decimals =
  /(?<![\d.])(-?\d{1,3}\.\d{3,15})°?\s?[NS]?\s?[,;/ ]\s?(-?\d{1,3}\.\d{3,15})°?(?:\s?[EWO](?![A-Za-z]))?(?![\d.]*\d)/g;

export const coordinates: Rule = {
  name: 'coordinates',
  label: 'COORDINATES',
  find: (text) => [
    ...spansOf(text, decimals, {
      test: (found) => {
        const [latitude = '', longitude = ''] = found.match(/-?\d+\.\d+/g) ?? [];
        return isPlace(latitude, longitude) || isPlace(longitude, latitude);
      },
    }),
    ...spansOf(
      text,
      /(?<!\d)\d{1,3}\s?[°度]\s?\d{1,2}\s?['′’分]\s?(?:\d{1,2}(?:[.,]\d{1,4})?\s?(?:["″”秒]|'')?)?\s?(?:[NSEWO](?![A-Za-z]))?/g,
    ),
    ...spansOf(text, /(?<![A-Za-z])[NSEWO]\s?\d{1,3}[.,]\d{3,10}°?/g),
    ...spansOf(
      text,
      /(?:(?<![A-Za-z])(?:lat(?:itude)?|lng|lon(?:gitude)?|breite|länge|latitud|longitud)(?:engrad)?|纬度|经度|北纬|东经|北緯|東経|緯度|経度|위도|경도)\s?[:：=是为は]?\s?(-?\d{1,3}\.\d{2,15})/giu,
      { group: 1 },
    ),
  ],
};

const house = String.raw`\d{1,5}(?:[ -]?[a-zA-Z](?![\p{L}]))?(?:[-/]\d{1,4})?`;
/** Capitalised words of a name of a street or a town, up to five. */
const words = String.raw`\p{Lu}[\p{L}'’.-]{1,30}(?: (?:de|la|le|les|du|des|del|della|delle|dei|di|da|do|dos|das|el|los|las|van|der|den|von|am|an|im|zum|zur|und|y|e|d'|l'|\p{Lu}[\p{L}'’.-]{0,30})){0,5}`;
const unit = String.raw`(?:,? ?(?:apt|apartment|suite|ste|unit|flat|floor|piso|apto|appt|bus|int)\.? ?#?[\w-]{1,8}| #\d{1,6})?`;
const town = String.raw`(?:,? {0,2}\d{4,5}(?:-\d{3,4})?(?: [A-Z]{2}(?![\p{L}]))? ${words})?`;

const western: readonly RegExp[] = [
  // 1600 Amphitheatre Parkway, Apt 4, Springfield, IL 62704
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])\d{1,6}[A-Za-z]? (?:(?:[NSEW]\.?|North|South|East|West) )?(?:\p{Lu}[\p{L}'’]{0,24} ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Way|Square|Sq|Place|Pl|Terrace|Parkway|Pkwy|Circle|Close|Crescent|Gardens|Row|Hill|Mews|Grove|Green|Park|Walk|Rise|View|Quay|Nagar|Marg)\.?(?!\p{L})${unit}(?:, ${words}){0,2}(?:,? [A-Z]{2} \d{5}(?:-\d{4})?)?`,
    'gu',
  ),
  // Hauptstraße 12a, 10115 Berlin; Keizersgracht 123, 1015 CN Amsterdam
  new RegExp(
    String.raw`(?<![\p{L}])(?:\p{Lu}[\p{L}-]{1,30}(?:straße|strasse|str\.|weg|allee|platz|gasse|ring|ufer|damm|straat|gracht|laan|plein|kade|singel|dijk|hof)|(?:\p{Lu}[\p{L}-]{1,20} )(?:Straße|Strasse|Str\.|Allee|Platz|Weg|Straat|Laan|Plein)) ?${house}${unit}${town}`,
    'gu',
  ),
  // Am Alten Markt 7 in 50667 Köln; ul. Długa 15 m. 4, 00-238 Warszawa; PO Box 1842
  new RegExp(
    String.raw`(?<![\p{L}])(?:Am|An der|An den|Auf dem|Im|In der|Zum|Zur|Unter den) ${words} ${house}(?:,| in)? \d{5} ${words}`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}])(?:ul|al|pl)\. ${words} ${house}(?: m\. ?\d{1,4})?(?:, \d{2}-\d{3} ${words})?`,
    'gu',
  ),
  // Atatürk Bulvarı No:88/4, Çankaya/Ankara
  new RegExp(
    String.raw`(?<![\p{L}])${words} (?:Caddesi|Cad\.|Cd\.|Sokak|Sokağı|Sok\.|Sk\.|Bulvarı|Blv\.|Mahallesi|Mah\.),? (?:[Nn]o ?[:.]? ?)?${house}(?:[ ,]{1,2}(?:[DK]|Daire|Kat) ?[:.]? ?\d{1,4}){0,2}(?:, ?${words}(?:[/,] ?${words})?)?`,
    'gu',
  ),
  // Storgatan 5, 411 24 Göteborg; ул. Ленина, д. 10, кв. 5
  new RegExp(
    String.raw`(?<![\p{L}])\p{Lu}[\p{L}-]{1,30}(?:gatan|vägen|gränd|vej|veien|katu) ${house}(?:, \d{3} ?\d{2} ${words})?`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}])(?:ул\.|улица|пр-т|просп\.|проспект|пер\.|переулок|наб\.|набережная|бул\.|бульвар|шоссе|вул\.) ?${words},? (?:д\. ?|дом )?${house}(?:, ?(?:корп|стр|кв)\. ?\d{1,4}){0,3}`,
    'gu',
  ),
  // Of any other ending: a name with a number, before the code and the name of a town.
  new RegExp(
    String.raw`(?<![\p{L}])${words} ${house}${unit}, \d{4,5} \p{Lu}[\p{L}'’.-]{2,30}`,
    'gu',
  ),
  /(?<![\p{L}])(?:P\.? ?O\.? ?Box|Postfach|Apartado|Casella postale|Boîte postale|Postbus|Skrytka pocztowa)\s?\d{1,7}/giu,
  // 12 bis, rue de la Paix, 75002 Paris
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])\d{1,4}(?: ?(?:bis|ter))?,? (?:[Rr]ue|[Aa]venue|[Aa]v\.|[Bb]oulevard|[Bb]d|[Pp]lace|[Cc]hemin|[Ii]mpasse|[Aa]llée|[Qq]uai|[Rr]oute|[Cc]ours|[Ss]quare) (?:(?:de|du|des|la|le|les|l'|d')\s?){0,3}${words}${town}`,
    'gu',
  ),
  // Calle Mayor 5, 2º B, 28013 Madrid; Via Roma 10, 00184 Roma; Rua das Flores, 123
  new RegExp(
    String.raw`(?<![\p{L}])(?:Calle|C\/|Avenida|Avda\.?|Av\.|Paseo|Plaza|Carrera|Via|Viale|Piazza|Corso|Largo|Vicolo|Rua|Travessa|Alameda|Praça|Estrada|Rodovia) (?:(?:de|del|la|las|los|el|da|do|das|dos|di|della|dei|delle|dell') ?){0,3}${words},? (?:n[º°.]? ?)?${house}(?:,? \d{1,2}[ºª°]? ?[A-Z]?(?![\p{L}\p{N}]))?${unit}(?: - ${words})?${town}(?: - [A-Z]{2})?`,
    'gu',
  ),
];
const asian: readonly RegExp[] = [
  // 北京市朝阳区建国路88号院2号楼1单元1203室
  /(?:[\p{Script=Han}]{2,8}(?:省|自治区|特别行政区))?(?:[\p{Script=Han}]{2,7}(?:市|自治州|地区|盟))?(?:[\p{Script=Han}]{1,6}(?:区|县|旗|镇|乡|街道))?[\p{Script=Han}]{1,12}(?:路|街|道|巷|弄|胡同|大街|大道|村)(?:[\p{Script=Han}]{0,4}段)?\s?[\d一二三四五六七八九十百]{1,6}\s?(?:号院|号楼|号|號|弄|巷|栋|棟|幢)(?:[\p{Script=Han}A-Za-z\d-]{0,12}?\d{0,4}(?:号楼|栋|棟|幢|座|单元|楼|樓|层|室|房|号|號)){0,5}/gu,
  // 東京都千代田区丸の内1-9-1
  /(?:東京都|北海道|大阪府|京都府|[\p{Script=Han}]{2,3}県)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,24}\d{1,4}(?:丁目|番地?|号|-\d{1,4}){1,4}(?:\s?[\p{Script=Han}\p{Script=Katakana}ー]{1,16}\s?\d{1,4}(?:号室|F|階)?)?/gu,
  /\p{Script=Han}{1,4}[区市町村][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,10}\d{1,4}(?:-\d{1,4}){1,3}/gu,
  // 서울특별시 강남구 테헤란로 123, 101동 1203호
  /(?:[\p{Script=Hangul}]{2,7}(?:특별시|광역시|특별자치시|도|시)\s)?(?:[\p{Script=Hangul}]{1,6}(?:시|군|구)\s){1,2}[\p{Script=Hangul}\d]{1,12}(?:로|길|동)\s?\d{1,4}(?:-\d{1,4})?(?:번지)?(?:,?\s?\d{1,4}동)?(?:\s?\d{1,4}호)?/gu,
];
const others: readonly RegExp[] = [
  // רחוב הגפן 14 דירה 3; मकान नं. 47, गली 3
  /(?:רחוב|רח'|שדרות|שד')(?: [\p{Script=Hebrew}'״"]{2,16}){1,3} \d{1,4}(?:,? (?:דירה|קומה|כניסה) \d{1,3}){0,2}/gu,
  /(?:मकान|फ्लैट|प्लॉट|घर|कोठी)(?: (?:नं\.?|नंबर|संख्या|क्रमांक))? ?[\d०-९]{1,5}(?:, ?(?:गली|सेक्टर|वार्ड|ब्लॉक) ?[\p{L}\d०-९]{1,4}){0,2}/gu,
];
const codes: readonly RegExp[] = [
  // The United Kingdom
  /(?<!\w)(?:GIR ?0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d[ABEHMNPRV-Y]) \d[ABD-HJLNP-UW-Z]{2})(?!\w)/g,
  // Japan, Brazil, the Netherlands
  /〒\s?\d{3}-?\d{4}/g,
  /(?:CEP:?\s?)(\d{5}-?\d{3})(?!\d)/gi,
  /(?<![\d-])\d{5}-\d{3}(?![\d-])/g,
  /(?<!\w)[1-9]\d{3} (?!SA|SD|SS)[A-Z]{2}(?= \p{Lu})/gu,
  /(?:postal code|postcode|zip(?: code)?|PLZ|code postal|código postal|CAP|邮编|邮政编码|우편번호)\s?(?:is|ist|[:：是为])?\s?(\d{4,6}(?:-\d{4})?)(?!\d)/giu,
];

export const address: Rule = patternRule('address', 'ADDRESS', [
  ...western,
  ...asian,
  ...others,
  ...codes,
]);
