import { object, type Row } from '../form-harness.tsx';

const text = { type: 'string' };
const card = object({ kind: { const: 'card' }, number: text }, { required: ['kind', 'number'] });
const bank = object({ kind: { const: 'bank' }, iban: text }, { required: ['kind', 'iban'] });

/** Values that can have one of several forms. */
export const unionCases: Row[] = [
  [
    'forms told apart by a fixed member',
    object({ pay: { oneOf: [card, bank] } }),
    {},
    [
      ['pick', 'Pay', 'bank'],
      ['fill', 'Iban', 'DE1'],
    ],
    { pay: { kind: 'bank', iban: 'DE1' } },
    [],
  ],
  [
    'from one form to another',
    object({
      pay: {
        oneOf: [
          { title: 'Card', ...card },
          { title: 'Bank', ...bank },
        ],
      },
    }),
    { pay: { kind: 'card', number: '1' } },
    [['pick', 'Pay', 'Bank']],
    { pay: { kind: 'bank' } },
    ['/pay/iban Is required'],
  ],
  [
    'what both forms have is kept',
    object({
      pay: {
        oneOf: [
          { title: 'A', ...object({ note: text, a: text }, { required: ['a'] }) },
          { title: 'B', ...object({ note: text, b: text }, { required: ['b'] }) },
        ],
      },
    }),
    { pay: { note: 'n', a: '1' } },
    [
      ['pick', 'Pay', 'B'],
      ['fill', 'B', '2'],
    ],
    { pay: { note: 'n', b: '2' } },
    [],
  ],
  [
    'a discriminator with references',
    {
      $defs: { card, bank },
      ...object({
        pay: {
          discriminator: { propertyName: 'kind' },
          oneOf: [{ $ref: '#/$defs/card' }, { $ref: '#/$defs/bank' }],
        },
      }),
    },
    { pay: { kind: 'bank' } },
    [['fill', 'Iban', 'X']],
    { pay: { kind: 'bank', iban: 'X' } },
    [],
  ],
  [
    'text or number',
    object({ it: { type: ['string', 'number'] } }),
    { it: 'a' },
    [
      ['pick', 'It', 'Number'],
      ['fill', 'It, number', '3'],
    ],
    { it: 3 },
    [],
  ],
  [
    'a form left',
    object({ it: { type: ['string', 'number'] } }),
    { it: 'a' },
    [['pick', 'It', 'Not set']],
    {},
    [],
  ],
  [
    'anything at all: a text',
    object({ it: {} }),
    {},
    [
      ['pick', 'It', 'Text'],
      ['fill', 'It, text', 'x'],
    ],
    { it: 'x' },
    [],
  ],
  [
    'anything at all: a group with names of its own',
    object({ it: true }),
    {},
    [
      ['pick', 'It', 'Group of fields'],
      ['fill', 'New field of it', 'a'],
      ['press', 'Add field'],
      ['pick', 'a', 'Yes or no'],
      ['pick', 'a, yes or no', 'Yes'],
    ],
    { it: { a: true } },
    [],
  ],
  [
    'anything at all: nothing',
    object({ it: {} }, { required: ['it'] }),
    {},
    [['pick', 'It', 'None']],
    { it: null },
    [],
  ],
  [
    'the whole value is a choice of forms',
    {
      oneOf: [
        { title: 'Card', ...card },
        { title: 'Bank', ...bank },
      ],
    },
    {},
    [
      ['pick', 'Form', 'Card'],
      ['fill', 'Number', '4'],
    ],
    { kind: 'card', number: '4' },
    [],
  ],
  [
    'one of two must be given',
    object(
      { mail: text, phone: text },
      { anyOf: [{ required: ['mail'] }, { required: ['phone'] }] },
    ),
    {},
    [],
    {},
    [' Give Mail or Phone'],
  ],
  [
    'a union in a list',
    object({
      it: {
        type: 'array',
        items: {
          oneOf: [
            { title: 'Card', ...card },
            { title: 'Bank', ...bank },
          ],
        },
      },
    }),
    {
      it: [
        { kind: 'card', number: '1' },
        { kind: 'bank', iban: '2' },
      ],
    },
    [['fill', 'Iban', '3']],
    {
      it: [
        { kind: 'card', number: '1' },
        { kind: 'bank', iban: '3' },
      ],
    },
    [],
  ],
  [
    'a value that must not be',
    object({ it: { type: 'string', not: { const: 'root' } } }),
    {},
    [['fill', 'It', 'root']],
    { it: 'root' },
    ['/it This value is not allowed'],
  ],
];
