import { type Rule, spansOf } from './rule.ts';

const labels = `user|customer|client|session|order|account|employee|patient|member|device|transaction|contract|invoice|ticket|subscriber|kunden?|auftrags?|rechnungs?|konto|commande|cliente?|pedido|ordine|klant|bestel|用户|客户|订单|会话|账号|账户|员工|工号|设备|合同|交易|会员|注文|顧客|会員|주문|고객|회원`;
const said = new RegExp(
  String.raw`(?<![\p{L}])(?:${labels})[ _-]?(?:id|no|nr|number|nummer|num[ée]ro|n[úu]mero|ref(?:erence)?|编号|号码|号|番号|번호)?\.?\s?(?:is|ist|[:：=#是为は]){0,2}\s?#?((?=[A-Za-z_-]{0,12}\d)[A-Za-z0-9][A-Za-z0-9_-]{3,40})(?![\p{L}\p{N}])`,
  'giu',
);

/** Ids by which a person or what a person did can be looked up: after a cue, if they have a digit. */
export const reference: Rule = {
  name: 'reference',
  label: 'REF',
  find: (text) =>
    spansOf(text, said, {
      group: 1,
      confidence: 0.75,
      test: (found) =>
        found.replace(/\D/g, '').length >= 3 && !/^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(found),
    }),
};
