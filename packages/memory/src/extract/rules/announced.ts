import type { Rule, Span } from './rule.ts';

/** How a value looks that words announce. */
const values = {
  /** Letters and digits in groups: `AB 65 43 21 D`, `G123456(A)`, `沪B·7K905`. */
  code: String.raw`(?:[A-Z]{1,4}(?:-[A-Z]{1,3})? (?=[^\s]{0,12}\d))?${codeGroup()}(?: (?:№ ?)?(?:${codeGroup()}|[A-Z]{1,3}(?![\p{L}\d]))){0,6}`,
  phone: String.raw`[+(]{0,2}\d(?:[ ()./-]{0,3}\d){5,16}`,
  handle: String.raw`@?[A-Za-z0-9_][\w.:+-]{2,50}(?:[#@]\w{2,20})?`,
  /** A word that is none: with digits. */
  token: String.raw`[^\s"'“”，。、,;；]{6,200}`,
  word: String.raw`\p{L}{4,30}(?![\p{L}\d])`,
  /** Words that are joined to one. */
  joined: String.raw`[\p{L}\d]{2,20}(?:[-_.][\p{L}\d]{2,20}){2,9}`,
  /** To the end of the clause. */
  clause: String.raw`["'“「]?[^\s.;。；\n"”」][^.;。；\n"”」]{1,120}`,
  address: String.raw`(?=[^\n;。]{0,80}\d)(?=\p{L}|\d)(?:[^\n;。.]|(?<=(?<!\p{L})\p{L}{1,3})\.){4,120}`,
  date: String.raw`(?:\d{1,2}(?:st|nd|rd|th)?\.? (?:de |of )?\p{L}{3,10}\.?,? (?:de |del )?(?:19|20)\d{2}|\d{1,4}[ .\/年-]{1,2}(?:\d{1,2}|\p{L}{3,12})\.?[ .\/月-]{1,2}\d{1,4}日?|(?:19|20)\d{2}年\d{1,2}月|\d{8})`,
};

function codeGroup(): string {
  const letter = String.raw`\p{Script=Latin}\p{Script=Cyrillic}`;
  return String.raw`(?=\p{Script=Han}?[${letter}./·+-]{0,12}\d)\p{Script=Han}?[${letter}\d](?:[${letter}\d]{0,30})(?:[./·+-][${letter}\d]{1,30}){0,6}(?:\([0-9A-Z]\))?`;
}

interface Announced {
  name: string;
  label: string;
  value: keyof typeof values;
  /** In capital letters: as written. In others: in any case. */
  words: string;
  /** What the value must be besides its look. `sign`: whether there is a sign such as `:` before it. */
  test?: (found: string, sign: boolean) => boolean;
  /** Only behind a sign, not behind `is` or nothing. */
  needsSign?: true;
  /** What the value must be where words stand between: `the PIN for the door is 4817`. Without it, none may. */
  apart?: (found: string) => boolean;
}

const digits = (text: string): number => text.replace(/\D/g, '').length;
const isPlate = (text: string): boolean => /\p{L}/u.test(text) && digits(text) >= 2;
/** `tr0ut-Lamp-52`: no word, and no name of a thing in capital letters. */
const isKey = (text: string): boolean =>
  text.length >= 8 &&
  [/\d/, /\p{Lu}/u, /\p{Ll}/u, /[-_!#$%&*+@^~?]/].every((kind) => kind.test(text));
const isYear = (text: string): boolean =>
  /^(?:19|20)\d{2}(?:[-./]\d{1,2}){0,2}$/.test(text) || /^v?\d{1,3}(?:\.\d{1,3}){1,3}$/.test(text);
const isCode = (text: string): boolean => digits(text) >= 3 && !isYear(text);
/** `Identity 301` is of a cell. */
const isId = (text: string): boolean => isCode(text) && (digits(text) >= 5 || /\p{L}/u.test(text));
const isHandle = (text: string, sign: boolean): boolean =>
  !isYear(text) &&
  !/^\d{1,4}[A-Za-z]{0,3}$/.test(text) &&
  (sign || text.startsWith('@') || (/[\d_]|\w[.]\w/.test(text) && !/^\d{1,4}\b/.test(text)));

const amountAfter =
  /^\s?(?:%|‰|°|[€$£¥₹]|(?:EUR|USD|GBP|CNY|RMB|ms|min|h|s|dBm?|[kMG]Hz|[kMG]B|km|mm|cm|kg|rows?|times|days?|hours?|minutes?|seconds?|users?|requests?|calls?|characters?|tage?n?|元|天|次|秒|分钟|小时|毫秒|个|米)(?![\p{L}]))/u;

/** Data that words announce: their check digits do not count, since one with a typing error is personal too. */
const announced: readonly Announced[] = [
  {
    ...{ name: 'id-named', label: 'ID', value: 'code', test: isId },
    apart: (found) => digits(found) >= 6,
    words:
      "nric|FIN|hkid|hong kong (?:id|identity) card|(?:national |personal )?(?:identity|identification|id)(?: card| document| code)?|personal code|nino|NI|national insurance|nhs|hetu|henkilötunnus|sotu|personnummer|fødselsnummer|samordningsnummer|kennitala|rodné číslo|CNP|cpr|cpr-nummer|bsn|burgerservicenummer|cpf|cnpj|RG|DNI|NIE|NIF|CURP|RFC|RUT|CUIT|SIN|TFN|ssn|social(?: security)?|medicare|aadhaar|aadhar|PAN(?: card)?|pesel|NIP|regon|TIN|tax (?:id|file)|steuer-?(?:id|nummer|identifikationsnummer)|idnr|sozialversicherungs(?:nummer)?|svnr|AHV|OIB|JMBG|EGN|isikukood|asmens kodas|personas kods|codice fiscale|numéro de sécurité sociale|numéro fiscal|(?:t\\.?c\\.? )?kimlik|KTP|NIK|CCCD|CMND|mykad|my ?number|マイナンバー|個人番号|身份证|身分证|身份證|身分證|統一編號|统一编号|統一證號|居留證號|ARC|社保|居留证|居留證|通行证|通行證|台胞证|주민등록번호|외국인등록번호|ИНН|СНИЛС|ІПН|РНОКПП|ЕГН|ЄМБГ|паспорт|удостоверение|удостоверения|الرقم القومي|رقم الهوية|الهوية|الإقامة|جواز السفر|کد ملی|شناختی کارڈ|आधार|पहचान पत्र|पैन|पासपोर्ट|ת\\.?ז\\.?|תעודת זהות|ΑΦΜ|ΑΜΚΑ|ΑΔΤ|บัตรประชาชน|passport|reisepass|passnummer|reisepassnummer|personalausweis|ausweis|passeport|pasaporte|passaporto|passaporte|paspoort|пасспорт|护照|護照|パスポート|旅券|여권|driving licen[cs]e|driver['’]?s? licen[cs]e|führerschein|licencia|cédula|CNH|carteira de (?:motorista|identidade)|permis de conduire|permiso de conducir|rijbewijs|patente|驾驶证|驾照|駕照|운전면허|visa",
  },
  {
    ...{ name: 'plate', label: 'PLATE', value: 'code' },
    words:
      'plate|licen[cs]e plate|number plate|vehicle(?= (?:no|number|nr|reg)\\P{L})|immatricul[ée]e?|номерной знак|номерний знак|車両番号|차량번호|वाहन|اللوحة|ทะเบียน|biển số|reg\\.? ?nr|reg(?:istration)?\\.?(?: plate| mark)?|kennzeichen|nummernschild|immatriculation|plaque|matrícula|targa|placa|kenteken|plaka|rejestracja|rekisterinumero|госномер|гос\\. ?номер|номер авто|车牌|車牌|車號|牌照|ナンバープレート|번호판|لوحة',
    test: isPlate,
    apart: isPlate,
  },
  {
    ...{ name: 'reference', label: 'REF', value: 'code', test: isCode },
    words:
      "iban|sort[ -]code|s/c|police d['’]assurance|bsb|routing|swift|bic|ABA|BLZ|bankleitzahl|ifsc|clabe|account|acct?|a/c|konto(?:nummer|nr)?|compte|cuenta|conta|conto|rekening|rachunek|nr konta|счёт|счет|账号|帐号|賬號|账户|银行卡|卡号|口座|계좌|حساب|खाता|insurance policy|policy(?= (?:no|number|nr|id)\\P{L}|\\s?[:#])|police|(?:kranken|renten|unfall)?versicher(?:ungs|ten)(?:nummer|nr|schein)|póliza|polizza|apólice|полис|保单|保單|patient|patienten(?:nummer|nr)|mrn|medical record|employee|staff|personal(?:nummer|nr)|(?:mitarbeiter|mitglieds|ausweis|depot|kassen|abo)(?:nummer|nr)|matricule|matricola|badge|customer|client|member|membership|subscriber|student|matrikel(?:nummer|nr)|kunden(?:nummer|nr)|vertrags(?:nummer|nr)|工号|工號|员工|員工|学号|學號|会员|會員|病历|社員番号|会員番号|사번|회원번호|табельный|табельный номер|договор|رقم الموظف|frequent flyer|loyalty|số tài khoản|الوظيفي|meter(?= (?:no|number|nr|id)(?!\\p{L}))|zähler(?:nummer|nr)",
  },
  {
    ...{ name: 'reference', label: 'REF', value: 'code', test: (found) => digits(found) >= 5 },
    words:
      '(?:numer|číslo|numărul|nomor|номер|số|número d[aeo]|numéro d[eu]|numero d(?:i|el)) (?!za|ob|đơn|pe[dç]|com|ord|fact|fatt|serie|versión|zam|modelo?|товар|заказ)\\p{L}{3,14}',
  },
  {
    ...{ name: 'imei', label: 'DEVICE', value: 'code', test: isCode },
    words:
      'imei|imsi|meid|iccid|串号|串號|VIN|chassis|fahrgestell|châssis|bastidor|telaio|车架号|車架號|車台番号',
  },
  {
    ...{ name: 'phone', label: 'PHONE', value: 'phone' },
    words:
      '(?:sg|singapore|hk|hong kong|macau|taiwan)(?: office| mobile| cell| number| line| phone)?|number|extension|ext|reach (?:me|him|her|them)(?: in \\w+)? (?:at|on)|ring|call|phone|telephone|mobile|cell|tel|fax|whatsapp|viber|signal|handy|telefon|tel[ée]fono|telefone|celular|m[óo]vil|cellulare|portable|téléphone|telefoon|mobiel|puhelin|mobil|моб|тел|телефон|позвоните|هاتف|جوال|موبايل|تلفن|موبایل|فون|फ़ोन|फोन|मोबाइल|टेलीफोन|โทร|电话|電話|手机|手機|手机号|携帯|전화|휴대폰|연락처|טלפון|נייד|τηλέφωνο',
    test: (found) => digits(found) >= 7,
  },
  {
    ...{ name: 'handle', label: 'HANDLE', value: 'handle', test: isHandle },
    words:
      'wechat|weixin|wxid|wx|vx|微信|qq|skype|telegram|signal|LINE|line id|viber|discord|instagram|insta|snapchat|tiktok|mastodon|matrix|github|gitlab|twitter|facebook|linkedin|xing|icq|kakao(?:talk)?|카카오톡|카톡|支付宝|抖音|小红书|微博|钉钉|飞书|телеграм|телега|вконтакте|zalo|whatsapp|user ?name|login|handle|UPI|VPA|pix|kullanıcı(?: adı)?|benutzer(?:name)?|usuario|usuário|utilisateur|identifiant|utente|gebruiker(?:snaam)?|użytkownik|пользователь|логин|用户名|登录名|登錄名|ユーザー名|아이디|اسم المستخدم',
  },
  {
    ...{ name: 'secret', label: 'SECRET', value: 'code', test: (found) => digits(found) >= 3 },
    apart: (found) => /^(?=(?:.?\d){3})[A-ZА-Я\d]{4,8}$/u.test(found),
    words:
      'pin(?: code)?|cvv2?|cvc2?|security code|unlock code|(?:access|door|safe|gate|lock|entry|vault) code|code d.(?:accès|entrée)|код(?: домофона| доступа| (?:от|для) \\p{L}{3,12})?|codice d.accesso|código de acces[s]?o|türcode|alarm code|(?:recovery|backup|verification|confirmation) code|otp|passcode|puk|geheimzahl|sicherheitscode|code secret|验证码|驗證碼|校验码|安全码|門禁密碼|暗証番号|пин(?:-код)?|رمز|पिन',
  },
  {
    ...{ name: 'secret', label: 'SECRET', value: 'token' },
    words:
      'totp(?: secret)?|secret|token|(?:api|access) key|password|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|lösenord|passord|adgangskode|salasana|hasło|heslo|jelszó|parol[aă]|пароль|şifrem?|κωδικός|סיסמה|كلمة المرور|كلمة السر|رمز عبور|पासवर्ड|रहस्य|রহস্য|รหัสผ่าน|mật khẩu|kata sandi|密码|密碼|パスワード|비밀번호',
    apart: (found) =>
      /[\d]/.test(found) && /[\p{Lu}!#$%&*+@^~_=?]/u.test(found) && /\p{L}/u.test(found),
    test: (found) =>
      /\d/.test(found) &&
      /\p{L}/u.test(found) &&
      !/^\d+-\p{Ll}+/u.test(found) &&
      !spaceless.test(found),
  },
  {
    ...{
      name: 'secret',
      label: 'SECRET',
      value: 'token',
      test: isKey,
      apart: isKey,
      needsSign: true,
    },
    words: 'key|psk|ключ|clave|chiave|chave|klucz|schlüssel|clé',
  },
  {
    ...{ name: 'secret', label: 'SECRET', value: 'joined', apart: () => true },
    words:
      'pass ?phrase|(?:seed|recovery) phrase|phrase secrète|frase de contraseña|парольная фраза',
  },
  {
    ...{ name: 'secret', label: 'SECRET', value: 'word' },
    words:
      'memorable word|secret word|code ?word|losungswort|codewort|mot secret|palabra secreta|parola segreta|palavra secreta|кодовое слово|合言葉',
    test: (found) =>
      !/^(?:required|needed|wrong|missing|correct|unknown|used|asked|with|from|that)$/i.test(found),
  },
  {
    ...{ name: 'secret', label: 'SECRET', value: 'clause', needsSign: true },
    words:
      'pass ?phrases?|(?:seed|recovery) (?:phrase|words)|mnemonic|mantra|(?:security|secret) answer|memorable word|sicherheitsantwort|réponse secrète|respuesta secreta|resposta secreta|kennsatz|phrase secrète|frase de contraseña|口令|助记词|密码|密碼|пароль|парольная фраза',
  },
  {
    ...{ name: 'birth-date', label: 'BIRTH_DATE', value: 'date', apart: () => true },
    words:
      'dob|date of birth|birth ?da(?:te|y)|born(?: on)?|geb\\.?|geboren(?: am)?|née? le|nac[íi](?: el)?|nasci(?: em)?|född|født|syntynyt|urodzon[ya]|narozen[ay]?|doğum tarihi|дата рождения|родил(?:ся|ась)|г\\.р\\.|народився|تاريخ الميلاد|مواليد|تاریخ تولد|जन्म(?: ?तिथि)?|生于|生於|出生|出生日期|生日|생년월일|תאריך לידה',
  },
  {
    ...{ name: 'address', label: 'ADDRESS', value: 'address' },
    words:
      '(?:home |postal )?address|liv(?:e|es|ing) at|lives (?:in|on)|stays at|resid(?:es|ing) at|wohnt (?:in der|in|im|am|an der)|wohnhaft|anschrift|adresse|demeurant|habite(?: au)?|domicili[ée]e?|domicilio|vive en|mora n[ao]|dirección|adres|adresi|adresse|osoite|alamat|địa chỉ|mieszka (?:przy|na)|bor på|asuu|διεύθυνση|כתובת|ที่อยู่|[أتين]سكن في|живёт|живет|indirizzo|endereço|woont (?:op|in|aan)|адресу?|проживает(?: по адресу)?|адреса|العنوان|पता|住址|地址|家住|住在|住所|주소',
    test: (found) =>
      /^(?:[\p{Lu}\p{Lo}\d]|\p{Ll}{1,4}\. ?\p{Lu})/u.test(found) &&
      !amountAfter.test(found.replace(/^[\d ]+/, '')) &&
      !/^\d{1,3}(?:\.\d{1,3}){3}/.test(found),
  },
  {
    ...{ name: 'address', label: 'ADDRESS', value: 'code', test: (found) => digits(found) >= 4 },
    words:
      'zip(?: code)?|post(?:al)? ?code|plz|postleitzahl|code postal|código postal|postnummer|邮编|郵遞區號|郵便番号|우편번호|индекс',
  },
];

const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** No letter before it, but one of a script without spaces. */
const wordStart = String.raw`(?<![^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{M}\p{N}_])`;
const wordEnd = String.raw`(?![^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|\p{M})`;
const count = String.raw`(?:[ _-]{0,2}(?:id|number|no|nr|num|nummer|n[°º]|num[ée]ro|n[úu]mero|numer|ref|code|card|user|name|account|handle|номер|№|серия|رقم|نمبر|संख्या|नंबर|号码|號碼|号|號|编号|編號|字號|番号|번호|账号|帳號)\.?(?:(?<!\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Cyrillic}\.|\p{Script=Latin}\.)|(?![\p{Script=Latin}\p{Script=Cyrillic}]))){0,2}(?: ال\p{Script=Arabic}{2,14})?`;
const sign = String.raw`\s{0,2}["']?(?:(?:is|ist)?\s?[:：=#]|[=-]>|→|–)\s{0,2}`;
const copula = String.raw`\s{0,2}(?:(?:is|was|as|ist|lautet|est|es|è|é|at|on|jest|är|er|on|como|unter|sous)\s|是|为|為|は|은|는|هو|هي|है\s)?\s{0,2}`;

/** A word may end with what makes it a number: `Ausweisnummer`. */
const suffix = '(?:[sn]?(?:nummer|nr))?';
/** Arabic and Hebrew words begin with particles and end with pronouns: `وهاتفها`. */
const semitic = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const particles = '[وفبلكהוש]{1,2}';
const pronouns = '(?:ي|ك|ها?|هم|كم|نا)?';
const wordsBetween = String.raw`(?:\s(?!(?:must|should|may|can|is|ist|est|es)\s)[\p{L}\p{M}'’-]{1,16}){1,5}?`;
const statement = String.raw`(?:${sign}|\s(?:is|was|ist|lautet|est|es|è|é|jest|är|er|это|هو|هي)\s{1,2})`;

interface Compiled extends Announced {
  forms: { expression: RegExp; sign: boolean; apart: boolean }[];
}

/** Words with capital letters are tested as they are written, others in any case: `PIN` is said, `pin` is a needle. */
function compiled(row: Announced): Compiled {
  const words = row.words.match(/(?:[^|(]|\([^)]*\))+/g) ?? [];
  const isExact = (word: string) => /^\p{Lu}{2,6}\b/u.test(word) && !/\p{Ll}/u.test(word);
  const forms = [true, false].flatMap((exact) => {
    const own = words.filter((word) => isExact(word) === exact);
    if (own.length === 0) return [];
    const inside = own.filter((word) => spaceless.test(word));
    const whole = own.filter((word) => !spaceless.test(word) && !semitic.test(word));
    const inflected = own.filter((word) => semitic.test(word));
    const start = [
      ...(whole.length === 0 ? [] : [`${wordStart}(?:${whole.join('|')})${suffix}${wordEnd}`]),
      ...(inflected.length === 0
        ? []
        : [
            `${wordStart}(?:${inflected.join('|')})${pronouns}${wordEnd}`,
            `${wordStart}${particles}(?:${inflected.join('|')})${pronouns}${wordEnd}`,
          ]),
      ...(inside.length === 0 ? [] : [`(?:${inside.join('|')})`]),
    ].join('|');
    const links = [
      { sign: true, apart: false, link: sign },
      ...(row.needsSign === true ? [] : [{ sign: false, apart: false, link: copula }]),
      ...(row.apart ? [{ sign: true, apart: true, link: wordsBetween + statement }] : []),
    ];
    return links.map(({ link, ...kind }) => ({
      ...kind,
      expression: new RegExp(
        `(?:${start})${count}${link}["']?(${values[row.value]})`,
        exact ? 'gu' : 'giu',
      ),
    }));
  });
  return { ...row, forms };
}

function findRow(row: Compiled, text: string): Span[] {
  return row.forms.flatMap(({ expression, sign: hasSign, apart }) =>
    [...text.matchAll(expression)].flatMap((match): Span[] => {
      const found = (match[1] ?? '').trimEnd();
      const start = match.index + match[0].length - (match[1] ?? '').length;
      const end = start + found.length;
      if (found === '' || row.test?.(found, hasSign) === false) return [];
      if (apart && row.apart?.(found) !== true) return [];
      // `Signal: green means go`
      if (
        row.value === 'handle' &&
        /^\p{L}+$/u.test(found) &&
        /^\s\p{Ll}/u.test(text.slice(end, end + 2))
      )
        return [];
      if (row.value === 'code' && amountAfter.test(text.slice(end, end + 14))) return [];
      return [{ start, end, confidence: hasSign ? 0.92 : 0.88 }];
    }),
  );
}

/** `HB-00922` after `Employee Nr. HB-00921`: what looks like a code that was announced is another one. */
function alike(text: string, spans: readonly Span[]): Span[] {
  const shapes = new Set(
    spans.slice(0, 50).flatMap(({ start, end }) => {
      const [, letters, rest] =
        /^(\p{Lu}{1,4}[-/]?)(\d{3,10})$/u.exec(text.slice(start, end)) ?? [];
      return letters === undefined || rest === undefined ? [] : [`${letters}\\d{${rest.length}}`];
    }),
  );
  if (shapes.size === 0) return [];
  const expression = new RegExp(
    `(?<![\\p{L}\\d-])(?:${[...shapes].join('|')})(?![\\p{L}\\d-])`,
    'gu',
  );
  return [...text.matchAll(expression)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    confidence: 0.75,
  }));
}

/** One rule for each row of the table. */
export const announcedData: readonly Rule[] = announced.map((row) => {
  const ready = compiled(row);
  return {
    name: row.name,
    label: row.label,
    find: (text) => {
      const spans = findRow(ready, text);
      return row.label === 'REF' || row.label === 'ID' ? [...spans, ...alike(text, spans)] : spans;
    },
  };
});
