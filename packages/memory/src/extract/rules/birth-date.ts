import { type Rule, spansOf } from './rule.ts';

const cues = String.raw`born(?: on| in)?|date of birth|birth ?da(?:te|y)|\bdob\b|geboren(?: am| op)?|geboren wurde[^.\n\d]{0,60} am|geburts(?:datum|tag)|geboortedatum|née? le|date de naissance|naissance|fecha de nacimiento|nacid[oa](?: el)?|data di nascita|nat[oa] il|data de nascimento|nascid[oa] em|nascimento|出生日期|出生于|出生|生日|生年月日|誕生日|생년월일|생일`;
const months = String.raw`(?:\d{1,2}|[\p{L}]{3,10})`;
const date = String.raw`(?:(?:19|20)\d{2}\s?[-/.年년]\s?\d{1,2}\s?[-/.月월]\s?\d{1,2}\s?[日일]?|\d{1,2}(?:st|nd|rd|th)?\.?[-/. ](?:de )?${months}\.?,?[-/. ](?:de )?(?:19|20)?\d{2}|[\p{L}]{3,10}\.? \d{1,2},? (?:19|20)\d{2}|[\p{L}]{3,10} (?:19|20)\d{2}|(?:昭和|平成|令和)\d{1,2}年\d{1,2}月\d{1,2}日|(?:19|20)\d{6})`;
const said = new RegExp(
  String.raw`(?:${cues})[^\p{L}\p{N}]{0,4}(?:is |ist |: |est |es |è |é |は|是|为|은|는)?\s?(${date})`,
  'giu',
);

/** Dates of birth, after a cue: other dates are no personal data by themselves. */
export const birthDate: Rule = {
  name: 'birth-date',
  label: 'BIRTH_DATE',
  find: (text) => spansOf(text, said, { group: 1 }),
};
