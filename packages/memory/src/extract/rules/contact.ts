import { hasCue, type Rule, type Span, spansOf } from './rule.ts';

const at = String.raw`(?:@|%40|&#64;|&#x40;|\s?[([{]\s?at\s?[)\]}]\s?)`;
const dot = String.raw`(?:\.|\s?[([{]\s?dot\s?[)\]}]\s?)`;
const mail = new RegExp(
  String.raw`(?<![\p{Script=Latin}0-9._%+-])[\p{Script=Latin}0-9_%+'&-](?:[\p{Script=Latin}0-9._%+'&-]{0,62}[\p{Script=Latin}0-9_%+&-])?${at}(?:[\p{Script=Latin}0-9-]{1,63}${dot}){1,8}(?:xn--[a-z0-9-]{1,59}|\p{Script=Latin}{2,24})`,
  'giu',
);
/** As people spell it against robots. */
const spokenMail =
  /(?<!\w)[a-z0-9_-]{1,40}(?: dot [a-z0-9_-]{1,40}){0,4} at [a-z0-9-]{1,40}(?: dot [a-z0-9-]{2,40}){1,4}(?!\w)/gi;
/** Names and domains in other scripts. */
const otherMail =
  /[^\s@,;:<>()[\]{}"'，。；：、（）《》]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}]{2,24}/gu;

export const email: Rule = {
  name: 'email',
  label: 'EMAIL',
  find(text) {
    const found = [mail, spokenMail].flatMap((form) => spansOf(text, form, { confidence: 0.99 }));
    const others = spansOf(text, otherMail, { confidence: 0.8 });
    return [...found, ...others.filter((one) => !found.some((known) => overlaps(one, known)))];
  },
};

const overlaps = (one: Span, other: Span): boolean =>
  one.start < other.end && other.start < one.end;

/** National forms that are clear by their separators or first digits. */
const nationalPhones: readonly RegExp[] = [
  // North America: (212) 555-0123, 212-555-0123, 212.555.0123
  /(?<![\d.-])(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}(?![\d-])/g,
  /(?<![\d.-])1[ .-](?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}(?![\d-])/g,
  // With a trunk 0, in any grouping: 020 7946 0018, 0151 23456789, 06 12 34 56 78, 090-1234-5678, 010-12345678, 0171/1234567
  /(?<![\d.,-])\(?0[1-9]\d{0,4}\)?(?:[ ./-]{1,3}\d{2,8}){1,5}(?![\d-])/g,
  /(?<![\d.,-])0[1-9]\d{8,9}(?!\d|\.\d)/g,
  // Italy and India in one run; seconds since 1970 begin with 1.
  /(?<![\d.,-])(?:3[2-9]|[6-9]\d)\d{8}(?!\d|[.,-]\d)/g,
  // Spain and Italy have no trunk digit: 612 34 56 78, 612 345 678, 347 123 4567, 347 1234567
  /(?<![\d.,-])[5-9]\d{2}(?:[ .-]\d{3}[ .-]\d{3}|(?:[ .-]\d{2}){3})(?![\d-])/g,
  /(?<![\d.,-])3\d{2}[ .-](?:\d{3}[ .-]\d{3,4}|\d{6,7})(?![\d-])/g,
  // Brazil: (11) 91234-5678, 11 91234-5678
  /(?<![\d.,-])(?:\(\d{2}\)|[1-9]\d) ?9?\d{4}-\d{4}(?![\d-])/g,
  // China: 138 1234 5678, 400-800-1234
  /(?<![\d.-])1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?![\d-])/g,
  /(?<![\d.-])[48]00[ -]\d{3}[ -]\d{4}(?![\d-])/g,
  // Russia: 8 (495) 123-45-67
  /(?<![\d.,-])8[ -]?\(?[3-9]\d{2}\)?[ -]?\d{3}[ -]\d{2}[ -]\d{2}(?![\d-])/g,
  // India: 98765 43210
  /(?<![\d.-])[6-9]\d{4}[ -]\d{5}(?![\d-])/g,
];
const international =
  /(?<![\p{L}\d.])(?:\+|\(\+|00(?=[1-9]\d))\d{1,3}\)?(?:[ ./()-]{0,3}\d){6,13}(?![\d])/gu;
const phoneCues =
  /(?:phone|mobile|cell|tel|call|fax|whatsapp|handy|telefon|rufnummer|t[ée]l[ée]phone|portable|tel[ée]fono|m[óo]vil|cellulare|telefone|celular|telefoon|mobiel|电话|手机|座机|号码|联系方式|電話|携帯|전화|휴대폰|연락처)[^\p{N}]{0,20}$/iu;
const digitGroups = /(?<![\d.])\(?\d{2,5}\)?(?:[ ./-]?\d{2,5}){1,5}(?![\d])/g;

const digitCount = (text: string): number => text.replace(/\D/g, '').length;
const isDate = (text: string): boolean =>
  /^(?:(?:19|20)\d{2}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ](?:19|20)\d{2})$/.test(
    text,
  );

export const phone: Rule = {
  name: 'phone',
  label: 'PHONE',
  find(text, cue) {
    const fits = (found: string) =>
      digitCount(found) >= 7 && digitCount(found) <= 15 && !isDate(found.trim());
    return [
      ...spansOf(text, international, { confidence: 0.95, test: fits }),
      ...nationalPhones.flatMap((form) => spansOf(text, form, { confidence: 0.8, test: fits })),
      ...spansOf(text, digitGroups, {
        confidence: 0.9,
        test: (found, start) =>
          digitCount(found) >= 6 && fits(`0${found}`) && hasCue(text, start, cue, phoneCues),
      }),
    ];
  },
};

/** Links of chat services and mentions. */
export const handle: Rule = {
  name: 'handle',
  label: 'HANDLE',
  find: (text) => [
    ...spansOf(text, /(?<![\p{L}\p{N}._%+@/-])@[A-Za-z_][\w.]{2,30}(?![\w@/])/gu, {
      confidence: 0.7,
    }),
    ...spansOf(
      text,
      /(?:wechat|weixin|wxid|skype|telegram|line id|微信号?|微信账号)\s?(?:id)?\s?(?:is|[:：=是为])\s?([A-Za-z][\w.-]{4,30})/giu,
      { group: 1, confidence: 0.85 },
    ),
    // Who signs in, but for accounts that nobody is.
    ...spansOf(
      text,
      /(?<!\w)(?:ssh|scp|sftp|rsync|mosh)\s(?:-{1,2}\S{1,30}\s){0,6}(?!(?:root|admin|ubuntu|debian|ec2-user|git|deploy|user)@)([a-z][\w.-]{1,30})@[\w.-]{1,80}/gu,
      { group: 1, confidence: 0.8 },
    ),
    ...spansOf(text, /(?:用户|用戶|帐号|账号)=([\w.-]{3,30})/gu, { group: 1, confidence: 0.7 }),
    ...spansOf(
      text,
      /(?:t\.me|wa\.me|linkedin\.com\/in|facebook\.com|instagram\.com|twitter\.com|x\.com)\/([\w.-]{2,60})/gi,
      {
        group: 1,
        confidence: 0.85,
      },
    ),
  ],
};
