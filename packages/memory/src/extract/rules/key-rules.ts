/** What the name of a member says about its value. */
export interface KeyRule {
  name: string;
  label: string;
  /** `mask`: texts and numbers in it are masked as a whole. `drop`: it is removed with all that is in it. */
  action: 'mask' | 'drop';
  /** Tested against the name as words in lower case, divided by spaces: `userName` is `user name`. */
  words: RegExp;
}

export const keyRules: readonly KeyRule[] = [
  // As the public reference removes them, though it does so at the top level only.
  {
    name: 'key-personal',
    label: 'PERSONAL',
    action: 'drop',
    words:
      /^(?:personal info|private data|credentials?|metadata|user profile|personal preferences)$/,
  },
  {
    name: 'key-email',
    label: 'EMAIL',
    action: 'mask',
    words: /(?:^| )e ?mails?(?: address)?$|邮箱|メール|이메일/,
  },
  {
    name: 'key-phone',
    label: 'PHONE',
    action: 'mask',
    words:
      /(?:^| )(?:phone|mobile|cell ?phone|telephone|tel|fax|telefon|telefono|telefone|telefoon|whats ?app)(?: (?:number|no|nr))?$|电话|手机|電話|전화/,
  },
  {
    name: 'key-name',
    label: 'NAME',
    action: 'mask',
    words:
      /^(?:(?:first|last|full|given|family|middle|sur|user|customer|client|contact|employee|operator|patient|applicant|candidate|account holder|card ?holder|sender|recipient|buyer|owner) ?names?|surname|name of .*|vorname|nachname|nom|pr[ée]nom|nombre|apellidos?|cognome|sobrenome|achternaam|voornaam|participants?|card ?holder|recipient|contact person)$|姓名|联系人|客户名|用户名|收件人|收货人|氏名|お名前|担当者|이름|성명|담당자/,
  },
  {
    name: 'key-address',
    label: 'ADDRESS',
    action: 'mask',
    words:
      /(?:^| )(?:street|(?:home|postal|billing|shipping|delivery|mailing)? ?address|post ?code|zip(?: code)?|postal code|strasse|straße|adresse|direcci[óo]n|indirizzo|endere[çc]o|adres)(?: \d)?$|地址|住址|邮编|住所|주소/,
  },
  {
    name: 'key-location',
    label: 'LOCATION',
    action: 'mask',
    words: /^(?:location|geo ?location|place of birth|位置|地点|所在地|위치)$/,
  },
  {
    name: 'key-coordinates',
    label: 'COORDINATES',
    action: 'mask',
    words: /^(?:lat|latitude|lng|lon|long|longitude|coordinates?|coords?|gps|geo|纬度|经度|坐标)$/,
  },
  { name: 'key-ip', label: 'IP', action: 'mask', words: /(?:^| )ip(?:v[46])?(?: address)?$/ },
  {
    name: 'key-id',
    label: 'ID',
    action: 'mask',
    words:
      /^(?:(?:user|session|device|customer|client|order|account|employee|patient|member|transaction|payment|invoice|subscriber|card|visitor|tracking) ?(?:id|number|no|nr|ref)|ssn|nino|bsn|cpf|cnpj|dni|nie|nif|aadhaar|pan|iban|imei|imsi|iccid|mac|passport(?: (?:id|number|no))?|tax id|national id|id card|身份证.*|订单号|用户编号|工号|账号|会话.*|护照.*)$/,
  },
  {
    name: 'key-secret',
    label: 'SECRET',
    action: 'mask',
    words:
      /passwords?$|(?:^| )(?:passwd|pwd|pass|pass ?phrases?|pass ?codes?|secrets?|token|(?<!(?:max|min|input|output|prompt|completion|total|cached|used|new|of|per|reasoning) )tokens|(?:api|access|private|secret|encryption|signing) ?keys?|authori[sz]ation|cookies?|otp|pin|cvv|cvc|signature)$|密码|口令|密钥|令牌|パスワード|비밀번호/,
  },
  {
    name: 'key-birth',
    label: 'BIRTH_DATE',
    action: 'mask',
    words:
      /^(?:dob|birth ?(?:date|day)|date of birth|age|geburtsdatum|生日|出生日期|年龄|生年月日|생년월일)$/,
  },
];

/** The name of a member as words: `orderID_2` is `order id 2`. */
export const wordsOfKey = (key: string): string =>
  key
    .slice(0, 200)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
