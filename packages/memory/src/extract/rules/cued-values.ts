import { type Rule, spansOf } from './rule.ts';

const birthCues = String.raw`born(?: on| in)?|date of birth|birth ?da(?:te|y)|\bdob\b|geboren(?: am| op)?|geboren wurde[^.\n\d]{0,60} am|geburts(?:datum|tag)|geboortedatum|née? le|date de naissance|naissance|fecha de nacimiento|nacid[oa](?: el)?|data di nascita|nat[oa] il|data de nascimento|nascid[oa] em|nascimento|出生日期|出生于|出生|生日|生年月日|誕生日|생년월일|생일`;
const months = String.raw`(?:\d{1,2}|[\p{L}]{3,10})`;
const date = String.raw`(?:(?:19|20)\d{2}\s?[-/.年년]\s?\d{1,2}\s?[-/.月월]\s?\d{1,2}\s?[日일]?|\d{1,2}(?:st|nd|rd|th)?\.?[-/. ](?:de )?${months}\.?,?[-/. ](?:de )?(?:19|20)?\d{2}|[\p{L}]{3,10}\.? \d{1,2},? (?:19|20)\d{2}|[\p{L}]{3,10} (?:19|20)\d{2}|(?:昭和|平成|令和)\d{1,2}年\d{1,2}月\d{1,2}日|(?:19|20)\d{6})`;
const saidBirth = new RegExp(
  String.raw`(?:${birthCues})[^\p{L}\p{N}]{0,4}(?:is |ist |: |est |es |è |é |は|是|为|은|는)?\s?(${date})`,
  'giu',
);

/** Dates of birth, after a cue: other dates are no personal data by themselves. */
export const birthDate: Rule = {
  name: 'birth-date',
  label: 'BIRTH_DATE',
  find: (text) => spansOf(text, saidBirth, { group: 1 }),
};

const referenceLabels = `user|customer|client|session|order|account|employee|patient|member|device|transaction|contract|invoice|ticket|subscriber|kunden?|auftrags?|rechnungs?|konto|commande|cliente?|pedido|ordine|klant|bestel|用户|客户|订单|会话|账号|账户|员工|工号|设备|合同|交易|会员|注文|顧客|会員|주문|고객|회원`;
const saidReference = new RegExp(
  String.raw`(?<![\p{L}])(?:${referenceLabels})[ _-]?(?:id|no|nr|number|nummer|num[ée]ro|n[úu]mero|ref(?:erence)?|编号|号码|号|番号|번호)?\.?\s?(?:is|ist|[:：=#是为は]){0,2}\s?#?((?=[A-Za-z_-]{0,12}\d)[A-Za-z0-9][A-Za-z0-9_-]{3,40})(?![\p{L}\p{N}])`,
  'giu',
);

/** Ids by which a person or what a person did can be looked up: after a cue, if they have a digit. */
export const reference: Rule = {
  name: 'reference',
  label: 'REF',
  find: (text) =>
    spansOf(text, saidReference, {
      group: 1,
      confidence: 0.75,
      test: (found) =>
        found.replace(/\D/g, '').length >= 3 && !/^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(found),
    }),
};
