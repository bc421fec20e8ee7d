// What a form, a table of fields or a manual requires of a field where its value would be: whether it is asked for, how long it is, where it
// comes from. It is of the form, not of a person.

/** These are all there is. */
const whole = [
  'required|mandatory|compulsory|obligatory|optional|recommended|not (?:required|needed|necessary|mandatory|shown|stored|set|logged|included)|needed|none|hidden|masked|redacted|omitted|case[- ]sensitive|unique|read[- ]only|encrypted|hashed|salted|write[- ]only|sensitive|confidential|(?:required|mandatory|optional|text|password|free[- ]text|hidden) field|n/a|tbd|tba|to be (?:defined|confirmed)',
  'erforderlich|notwendig|pflicht(?:feld|angabe)?|freiwillig|optional|nicht (?:nötig|erforderlich|notwendig)|verborgen|verschlüsselt|freitext',
  '(?:champ )?(?:obligatoire|facultati(?:f|ve)|requise?|optionnel(?:le)?)|(?:non|pas) (?:obligatoire|requise?|nécessaire)|masquée?|chiffrée?',
  '(?:campo )?(?:obligatori[oa]|opcional|requerid[oa]|necesari[oa])|no (?:es )?(?:obligatori[oa]|requerid[oa]|necesari[oa])|ocult[oa]|cifrad[oa]',
  '(?:campo )?(?:obrigatóri[oa]|opcional|necessári[oa])|não (?:é )?(?:obrigatóri[oa]|necessári[oa])|ocult[oa]|criptografad[oa]',
  '(?:campo )?(?:obbligatori[oa]|facoltativ[oa]|richiest[oa]|opzionale)|non (?:obbligatori[oa]|richiest[oa]|necessari[oa])|nascost[oa]',
  '(?:verplicht|optioneel|vereist)(?: veld)?|niet (?:verplicht|nodig)|obligatorisk(?:t fält)?|krävs|valfritt?|frivilligt?|påkrævet|valgfri[t]?|påkrevd|pakollinen|vapaaehtoinen',
  '(?:pole )?(?:wymagan[eay]|obowiązkow[eay]|opcjonaln[eay])|povinn[éýá]|nepovinn[éýá]|volitelné|kötelező|nem kötelező|obligatoriu|opțional|zorunlu(?: alan)?|isteğe bağlı|bắt buộc|tùy chọn|wajib(?: diisi)?|opsional|υποχρεωτικό|προαιρετικό',
  "(?:не)?обязательн[оаы][ея]?(?: поле)?|по желанию|не (?:требуется|нужен|нужна|нужно)|требуется|скрыт[оа]?|обов['’]язков[оае]|необов['’]язков[оае]",
  '必填(?:项|項)?|必须(?:填写)?|必須|选填|選填|可选|可選|非必填|可不填|可留空|不必填|无需填写|不需要|隐藏|已加密|不可见|唯一|任意(?:項目)?|必須項目|入力必須|不要|非表示|필수(?: ?항목| ?입력)?|선택(?: ?항목| ?사항)?|비공개',
  'مطلوبة?|إلزامية?|إجبارية?|اختيارية?|غير (?:مطلوب|إلزامي)ة?|الزامی|اختیاری|ضروری|חובה|רשות|אופציונלי|अनिवार्य|आवश्यक|वैकल्पिक|จำเป็น|ไม่บังคับ',
].join('|');

const amount = String.raw`(?:\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|sixteen|ein\p{L}{0,2}|zwei|drei|vier|fünf|sechs|acht|zehn|zwölf|sechzehn|une?|deux|trois|quatre|cinq|six|huit|dix|douze|un[oa]?|dos|tres|cuatro|cinco|seis|ocho|diez|doce|dois|duas|três|quatro|oito|dez|doze|due|tre|sei|otto|dieci|dodici|twee|drie|vier|zes|acht|tien|twaalf|\p{Script=Cyrillic}{3,12})`;

/** How much of it there must be. */
const amounts = [
  String.raw`(?:(?:at (?:least|most)|min(?:imum|\.)?|max(?:imum|\.)?|up to|more than|no more than|exactly|between) ${amount}(?!\p{L}))`,
  String.raw`(?:mindestens|höchstens|maximal|mind\.|max\.|bis zu|genau) ${amount}(?!\p{L})`,
  String.raw`(?:au (?:moins|plus)|minimum|maximum|exactement|jusqu['’]à) ${amount}(?!\p{L})`,
  String.raw`(?:al menos|como (?:mínimo|máximo)|mínimo(?: de)?|máximo(?: de)?|hasta|pelo menos|no mínimo|no máximo|até|almeno|al massimo|minimo|massimo|minstens|ten minste|hoogstens|minst|högst|co najmniej|en az|en fazla) ${amount}(?!\p{L})`,
  `не (?:менее|более|короче|длиннее) ${amount}`,
  String.raw`${amount}[ -](?:to ${amount} |bis ${amount} |or more )?(?:digits?|characters?|chars?|letters?|words?|symbols?|zeichen|ziffern|stellen|buchstaben|caractères|chiffres|lettres|caracteres|dígitos|letras|caratteri|cifre|lettere|tekens|cijfers|tecken|siffror|znaków|знак\p{L}{0,3}|символ\p{L}{0,3}|цифр\p{L}{0,2})(?!\p{L})`,
  String.raw`(?:至少|最少|最多|不少于|不超过|不低于|长度|長度)(?:为|為|是|包含)?[\d一二两三四五六七八九十]`,
  String.raw`[\d一二两三四五六七八九十]{1,3}(?:到|至|[-–~～])?[\d一二两三四五六七八九十]{0,3}(?:位|个|個|文字|桁|字)(?:以上|以内|以下|数字|數字|字符|字母|字元|まで)?(?!\p{Script=Han})`,
].join('|');

/** These begin a sentence about the field, or are a phrase that a person has chosen: a doubt. */
const openers = [
  String.raw`(?:required|mandatory|optional|only|needed|not needed|necessary) (?:for|if|when|with|unless|in|on|by)(?!\p{L})`,
  String.raw`(?:see|as in|same as|according to|from) (?:the|our|your|section|page|above|below|vault)(?!\p{L})|(?:read|taken|fetched|loaded|copied|filled in|set|generated|assigned|provided|managed|entered|chosen) (?:from|by|in|at|automatically)(?!\p{L})`,
  String.raw`(?:never|not|always|only) (?:be )?(?:ask(?:ed)?|shared?|stored?|sent|send|shown?|logged|log|printed?|written|write|given|give|reused?|typed?|entered|saved?|used)(?!\p{L})`,
  String.raw`(?:must|should|may|can|cannot|has to|have to|needs to) (?:not )?(?:be|have|contain|match|include|start|end|differ|stay|change)(?!\p{L})`,
  String.raw`(?:expires|valid|rotated|changed|reset|renewed|locked|deleted|stored|kept|hashed|encrypted|checked|validated) (?:after|for|every|until|at|on|in|with|by|once|when|per|each|daily|weekly|monthly|annually)(?!\p{L})`,
  String.raw`(?:nur|erforderlich|pflicht|freiwillig) (?:für|bei|wenn|falls|zur?)(?!\p{L})|siehe (?:\p{L}+)|(?:wird|werden|muss|darf|soll) (?:nicht|nie|vom?|aus|im|automatisch)(?!\p{L})`,
  String.raw`(?:obligatoire|facultati(?:f|ve)|requise?|uniquement|seulement) (?:pour|si|à|en|sur)(?!\p{L})|voir (?:\p{L}+)|(?:ne|doit|peut) (?:jamais|être|pas|contenir)(?!\p{L})`,
  String.raw`(?:obligatori[oa]|opcional|obrigatóri[oa]|solo|sólo|só|apenas|obbligatori[oa]|facoltativ[oa]) (?:para|si|en|se|em|per|in)(?!\p{L})|(?:ver|véase|vedi) (?:\p{L}+)|(?:debe|deve) (?:tener|ser|contener|ter|conter|avere|essere|contenere)(?!\p{L})`,
  String.raw`(?:только|обязательно|необязательно) (?:для|при|если|на)(?!\p{L})|см\. ?\p{L}+|(?:не )?(?:должен|должна|должно) (?:быть|содержать|иметь)`,
  String.raw`由[\p{Script=Han}]{1,8}?(?:设置|设定|提供|生成|分配|管理|填写|保管|重置)|(?:见|見|参见|详见|詳見)(?:附件|附录|附表|下|上|后台|系统|保险库|说明|文档|手册)|同(?:上|工单|系统|登录)`,
  '不(?:能|可|得)(?:为空|超过|少于|多于|包含|与|低于|重复|使用|共享|泄露|外传)|(?:必须|须|需|需要|应|應)(?:包含|为|大于|由|与|符合|定期|填写|经)|默认(?:为|密码|值)|(?:自动|系统)(?:生成|分配|填)|(?:仅|只)(?:限|供|能|在|用于|未成年|管理员)|区分大小写',
  '(?:半角|全角)?英数字|自動(?:生成|入力)|未成年(?:者)?のみ',
].join('|');

const lead = `["'“„«「(（*_]*`;
/** To the end of the clause, which the finding need not reach. */
const wholeRule = new RegExp(
  String.raw`${lead}(?:${whole})["'”»」)）*_]*[.!]?\s*(?=$|[\n,;:|。，；、)）\]}"”」<(（/&]|[.!](?:\s|$)|\s[–—-]\s|(?:でした|です|입니다))`,
  'iuy',
);
const byAmount = new RegExp(`${lead}(?:${amounts})`, 'iuy');
const byOpener = new RegExp(`${lead}(?:${openers})`, 'iuy');

const isAt = (expression: RegExp, text: string, at: number): boolean => {
  expression.lastIndex = at;
  return expression.test(text);
};

/** How sure anything can be of a value at this place: not at all if a text states there what a field must be. */
export function mostSureAt(text: string, at: number): number {
  if (isAt(wholeRule, text, at) || isAt(byAmount, text, at)) return 0;
  return isAt(byOpener, text, at) ? 0.4 : 1;
}
