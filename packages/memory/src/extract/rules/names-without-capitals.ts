import { arabicNames, indicSurnames } from './name-words.ts';
import { type Span, spansOf } from './rule.ts';

// Scripts without capital letters: a name is what a word announces, or what begins or ends as names do.

const arabic = String.raw`[\p{Script=Arabic}\p{M}\u200c]{2,20}`;
/** A name of two words, or more with `bin` or `al`. */
const arabicName = `${arabic}(?: (?:بن|ابن|بنت|أبو|ابو|آل|عبد|عبدال) ?${arabic}| ${arabic}){1}(?: (?:ال${arabic}|(?:بن|ابن) ${arabic}))?`;
const arabicRoles =
  'اسمي|أنا|المسؤول|المسئول|مسؤول|مسئول|المهندس|المهندسة|مهندس|الفني|الفنية|السيد|السيدة|الأستاذ|الأستاذة|الدكتور|الدكتورة|د\\.|الموظف|الموظفة|المدير|المديرة|العميل|العميلة|المريض|المريضة|الممرض|الممرضة|المشرف|السائق|الزميل|الزميلة|المناوب|الاسم|اسم|جهة الاتصال|للتواصل|آقای|خانم|مهندس|دکتر|نام|نام و نام خانوادگی|تماس|مسئول شیفت|کارمند|مشتری|رابطہ|نام|جناب|محترمہ|انجینئر|ڈاکٹر|مریض|ملازم|گاہک';
/** What follows a role in a sentence and begins no name: verbs, and small words. */
const noArabicName = String.raw`(?!(?:ال|[يت](?!اسر|وسف|حيى|اسمين|ونس|عقوب|زيد|امر|يسير|وفيق|قي|ميم|هاني|غريد)\p{L}{2,}|(?:قام|قامت|كان|كانت|أعاد|أغلق|فتح|وصل|بدأ|طلب|غادر|أبلغ|اتصل|لم|لا|قد|هو|هي|الذي|بعد|قبل|عند|كل|مع|عن|في|من|على|إلى|أو|ثم|إذا|سوف|سيتم|باید|نباید|را|در|از|که|این|هر|نے|کو|سے|کا|کی|کے|روزانہ)(?![\p{L}\p{M}])))`;
const noIndicName = String.raw`(?!(?:हर|को|एक|ने|से|का|की|के|दिन|में|इस|उस|सभी|पहले|बाद|और|या|अब|यदि)(?![\p{L}\p{M}]))`;
/** Who is no person and does things too. */
const indicGroups = String.raw`(?:सरकार|कंपनी|कम्पनी|टीम|विभाग|बैंक|सिस्टम|सर्वर|समिति|अदालत|संस्था|मंत्रालय|ग्राहक|प्रबंधक|मैनेजर)${'(?![\\p{L}\\p{M}])'}`;
const arabicGroups =
  '(?:فريق|قسم|شركة|إدارة|مركز|بنك|وزارة|نظام|خادم|ممثل|مدير|موظف|عميل|أحد|كل|بعض)';
const hebrew = String.raw`[\p{Script=Hebrew}'"׳״]{2,20}`;
const deva = String.raw`[\p{Script=Devanagari}]{2,20}`;
const devaRoles =
  'संपर्क(?: व्यक्ति)?|सम्पर्क|नाम|ग्राहक|कर्मचारी|इंजीनियर|इन्जिनियर|तकनीशियन|प्रबंधक|मैनेजर|डॉक्टर|मरीज|मरीज़|रोगी|जिम्मेदार|ज़िम्मेदार|जिम्मेवार|सहकर्मी|चालक|ऑपरेटर|पर्यवेक्षक|नर्स';
const thai = String.raw`[\u0e01-\u0e4e]{2,30}`;
const edge = String.raw`(?![\p{L}\p{M}])`;
const no = String.raw`(?<![\p{L}\p{M}])`;

interface Form {
  expression: RegExp;
  confidence: number;
}

const forms: readonly Form[] = [
  // Behind a sign: whatever follows.
  {
    expression: new RegExp(
      String.raw`${no}(?:${arabicRoles})(?: عن ${arabic})?\s?[:：]\s?(${arabicName})${edge}`,
      'gu',
    ),
    confidence: 0.85,
  },
  // Of the words behind a role, those that are no adjective to it.
  {
    expression: new RegExp(
      String.raw`${no}(?:${arabicRoles})(?: عن ${arabic})? (${noArabicName}${arabicName})${edge}`,
      'gu',
    ),
    confidence: 0.7,
  },
  {
    expression: new RegExp(
      String.raw`${no}(?:(?:اتصل بـ|اتصل ب) ?|(?:أبلغ|بواسطة|من قبل|مع|إلى|با|از|به) )(${noArabicName}${arabicName})${edge}`,
      'gu',
    ),
    confidence: 0.62,
  },
  {
    expression: new RegExp(
      String.raw`${no}((?:${arabicNames}) (?:(?:بن|ابن|بنت|أبو|آل|عبد) )?${arabic})${edge}`,
      'gu',
    ),
    confidence: 0.7,
  },
  {
    expression: new RegExp(
      String.raw`${no}(?:ה?טכנאית?|ה?מהנדסת?|מר|גב'|ד"ר|איש קשר|אשת קשר|שם|ה?אחראית?|ה?לקוחה?|ה?עובדת?|ה?מנהלת?|ה?חולה|ה?אחות)\s?:?\s(${hebrew} ${hebrew})${edge}`,
      'gu',
    ),
    confidence: 0.75,
  },
  {
    expression: new RegExp(
      String.raw`${no}(?:${devaRoles})\s?[:：]\s?(${deva}(?: ${deva}){0,2})(?=\s?(?:[,.।;\n)]|$))`,
      'gu',
    ),
    confidence: 0.85,
  },
  {
    expression: new RegExp(
      String.raw`${no}(?:श्री|श्रीमती|सुश्री|डॉ\.?|कुमारी|मिस|मिस्टर) (${deva} ${deva}(?: ${deva}(?= (?:ने|को|से|का|की|के|जी)))?)${edge}`,
      'gu',
    ),
    confidence: 0.75,
  },
  {
    expression: new RegExp(
      String.raw`${no}(?:${devaRoles}) (${noIndicName}${deva} ${noIndicName}${deva})(?= (?:ने|को|से|का|की|के|जी)(?![\p{L}\p{M}]))`,
      'gu',
    ),
    confidence: 0.75,
  },
  {
    expression: new RegExp(
      String.raw`${no}(${deva} (?:${deva} )?(?:${indicSurnames}))${edge}`,
      'gu',
    ),
    confidence: 0.65,
  },
  {
    expression: new RegExp(String.raw`${no}(${deva} ${deva}) जी${edge}`, 'gu'),
    confidence: 0.7,
  },
  {
    expression: new RegExp(
      String.raw`(?<!\p{Script=Thai})(?:นางสาว|นาย|นาง|น\.ส\.|ดร\.|คุณ(?!ภาพ|สมบัติ|ลักษณะ|ค่า))\s?(${thai} (?:ณ )?${thai})`,
      'gu',
    ),
    confidence: 0.8,
  },
  // Whom it was that did something: in Hindi before `ने`, in Arabic behind a verb of speaking.
  {
    expression: new RegExp(
      String.raw`${no}(${noIndicName}(?!${indicGroups})${deva} (?!${indicGroups})${deva})(?= ने${edge})`,
      'gu',
    ),
    confidence: 0.65,
  },
  {
    expression: new RegExp(
      String.raw` ने (${noIndicName}(?!${indicGroups})${deva} (?!${indicGroups})${deva})(?= (?:से|को)${edge})`,
      'gu',
    ),
    confidence: 0.62,
  },
  {
    expression: new RegExp(
      String.raw`${no}(?:${devaRoles}|मेरा नाम|मैं) (${noIndicName}${deva} ${deva})(?= (?:है|हूँ|हूं|बोल)${edge})`,
      'gu',
    ),
    confidence: 0.8,
  },
  {
    expression: new RegExp(
      String.raw`${no}[وف]?(?:تحدثت?|تكلمت?|قالت?|اتصلت?|التقى|التقت|أخبرت?|راسلت?|باسم) (?!${arabicGroups})(${noArabicName}${arabicName})${edge}`,
      'gu',
    ),
    confidence: 0.65,
  },
  {
    expression: new RegExp(
      String.raw`(?:ลูกค้า|ชื่อ|ผู้ติดต่อ|พนักงาน|ผู้ป่วย|ผู้เช่า)(?:\s?[:：]\s?| )(${thai} ${thai})(?= |,|$)`,
      'gu',
    ),
    confidence: 0.65,
  },
  // Georgian, Bengali, Tamil, Telugu, and others: behind an English or own word with a sign.
  {
    expression:
      /(?<!\p{L})(?:contact|name|customer|patient|employee|engineer|technician|კონტაქტი|სახელი|নাম|যোগাযোগ|பெயர்|தொடர்பு|పేరు|ಹೆಸರು|പേര്|નામ|ਨਾਮ)\s?[:：]\s?((?:(?!\p{Script=Latin}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{M}]){2,30}(?: (?:(?!\p{Script=Latin})[\p{L}\p{M}]){2,30}){0,2})/giu,
    confidence: 0.8,
  },
];

/** Names in scripts without capital letters and with spaces. */
export const namesWithoutCapitals = (text: string): Span[] =>
  /[\u0590-\u0fff\u10a0-\u10ff]/.test(text)
    ? forms.flatMap(({ expression, confidence }) =>
        spansOf(text, expression, { group: 1, confidence }),
      )
    : [];
