/** What differs from case to case, by its form. */
export interface SlotRule {
  /** The type of the slot, and its name. */
  type: string;
  expressions: readonly RegExp[];
}

const number = String.raw`\d{1,3}(?:[,.' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?`;
const currency = String.raw`US\$|R\$|[$€£¥₩₹]|(?:USD|EUR|GBP|CNY|RMB|JPY|KRW|INR|BRL|CHF)(?![A-Za-z])`;

/** In this order: an amount before a number, an address of the web before the parts of it. */
export const slotRules: readonly SlotRule[] = [
  { type: 'url', expressions: [/(?<!\w)(?:https?|ftp|wss?|file):\/\/[^\s"'<>，。、）)\]]+/gi] },
  {
    type: 'host',
    expressions: [
      /(?<![\w.@-])(?:[a-z0-9-]{1,63}\.){1,8}(?:local|internal|lan|corp|intra|localdomain|cluster\.local)(?:\.[a-z]{2,10}){0,3}(?::\d{2,5})?(?![\w.-]*\w)/gi,
    ],
  },
  {
    type: 'path',
    expressions: [
      /(?<![\w/])\/(?:home|Users|var|etc|opt|srv|mnt|tmp|data|root)(?:\/[\w.@+-]+)+/g,
      /(?<!\w)[A-Z]:\\(?:[\w.@ +-]+\\?)+/g,
    ],
  },
  {
    type: 'amount',
    expressions: [
      new RegExp(
        String.raw`(?<![\w.])(?:${currency})\s?(?:${number})(?:\s?(?:million|billion|万|亿|k|m|bn))?(?!\w)`,
        'giu',
      ),
      new RegExp(
        String.raw`(?<![\w.])(?:${number})\s?(?:million |billion |万|亿)?(?:[$€£¥₩₹]|(?:USD|EUR|GBP|CNY|RMB|JPY|KRW|INR|BRL|CHF|euros?|dollars?|pounds?|yuan|yen|won|rupees|reais)(?![A-Za-z])|元|块钱|人民币|美元|欧元|円|원)`,
        'giu',
      ),
    ],
  },
  {
    type: 'date',
    expressions: [
      /(?<![\w-])(?:19|20)\d{2}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w-])/g,
      /(?:19|20)\d{2}\s?年\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?[日号])?/g,
      /(?:19|20)\d{2}년\s?\d{1,2}월(?:\s?\d{1,2}일)?/g,
      /(?<![\w/.-])\d{1,2}([/.-])\d{1,2}\1(?:19|20)\d{2}(?![\w/.-]*\d)/g,
      /(?<![\w/.-])(?:19|20)\d{2}([/.])\d{1,2}\1\d{1,2}(?![\w/.-]*\d)/g,
      /(?<!\w)(?:\d{1,2}(?:st|nd|rd|th)? )?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{1,2}(?:st|nd|rd|th)?)?,? (?:19|20)\d{2}(?!\d)/g,
      /(?<!\w)\d{1,2} (?:January|February|March|April|June|July|August|September|October|November|December)(?!\w)/g,
    ],
  },
  {
    type: 'time',
    expressions: [/(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?: ?[ap]m)?(?![\d:])/gi],
  },
  {
    type: 'id',
    expressions: [
      // ORD-20391, INC0012345, site_4711-b
      /(?<![\w-])[A-Za-z]{2,8}[-_#]?\d{4,}(?:[-_][A-Za-z0-9]+)*(?![\w-])/g,
      /(?<![\w.,-])\d{7,}(?![\w-]|[.,]\d)/g,
    ],
  },
];

/** Members whose numbers differ from case to case. */
export const slotKeys: readonly { type: string; words: RegExp }[] = [
  {
    type: 'amount',
    words: /(?:^| )(?:amount|price|cost|total|fee|salary|budget|day rate|金额|价格|费用)$/,
  },
  {
    type: 'date',
    words:
      /(?:^| )(?:date|time ?stamp|created at|updated at|start time|end time|deadline|日期|时间)$/,
  },
];
