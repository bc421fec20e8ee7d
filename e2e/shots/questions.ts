/** Questions of every kind, with everything that makes a screen hard to lay out: long ids, long words, other scripts. */
const cells = Array.from({ length: 12 }, (_, index) => ({
  cell: `NTO-04${String(index).padStart(2, '0')}-1`,
  now: 80 + index,
  proposed: 210 + index,
  clears: `Collision with NTO-0415-${String(index)} at ARFCN 636666`,
}));

const common = {
  severity: 'critical',
  explanation:
    'Site NTO-0415 went on air and made 2 collisions and 4 confusions. Confidence is below the limit set for live cells, so the planner may not go on alone.',
  upPrompt: {
    effect: '5 cells change identity at 14:30, each off air for about 40 s.',
    waiting: ['config-push', 'kpi-watch'],
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    defaultFeedback: { type: 'reject', content: { reason: 'No answer before the window' } },
  },
  upThought: {
    confidence: 0.62,
    reasoning: ['Two cells 1.9 km apart share PCI 87.', 'Reuse distance is 6.4 km.'],
  },
};

/** By the id of the message with the question. */
export const questions: Readonly<Record<string, Record<string, unknown>>> = {
  'call_Yk3Xr0T9vQm2LpB7sNaW4dHc1-table': {
    ...common,
    ask: 'Reassign the physical cell identities of 12 cells in Nantes-Ouest before the window opens?',
    payload: { assignments: cells },
  },
  'call_Yk3Xr0T9vQm2LpB7sNaW4dHc1-text': {
    ask: 'Publish this notice on the status page?',
    payload: {
      notice: Array.from(
        { length: 30 },
        (_, index) =>
          `Paragraph ${String(index)}: the change window opens at 14:30 and ends at 15:00.`,
      ).join('\n'),
    },
  },
  'call_Yk3Xr0T9vQm2LpB7sNaW4dHc1-form': {
    ask: 'Where should the Senior React contractor work?',
    payload: { location: { country: '', city: '' }, rate: { min: 85, max: 105 }, remote: 'no' },
    upContext: {
      schema: {
        type: 'object',
        required: ['location', 'rate'],
        properties: {
          location: {
            type: 'object',
            title: 'Location',
            required: ['country', 'city'],
            properties: {
              country: { type: 'string', title: 'Country', pattern: '^[A-Z]{2}$' },
              city: { type: 'string', title: 'City', minLength: 1 },
            },
          },
          rate: {
            type: 'object',
            title: 'Rate',
            properties: { min: { type: 'number' }, max: { type: 'number' } },
          },
          remote: { type: 'string', enum: ['no', 'hybrid-2', 'full'] },
        },
      },
    },
  },
  'call_Yk3Xr0T9vQm2LpB7sNaW4dHc1-rank': {
    ask: 'In which order shall I call them?',
    severity: 'minor',
    payload: {
      candidates: [
        { id: 'ada', name: 'Ada Lovelace', rate: 90, city: 'Leipzig' },
        { id: 'chen', name: '陈明远', rate: 85, city: 'Dresden' },
        { id: 'murad', name: 'مراد الحسن', rate: 90, city: 'Halle' },
      ],
    },
  },
  [`msg_${'9d5a4c7b8a540f6f5e2a9b11'.repeat(9)}`]: {
    ask: 'هل أوافق على تحويل المبلغ إلى الحساب الجديد؟',
    severity: 'major',
    explanation: 'الحساب الجديد لم يُستخدم من قبل.',
    payload: { account: 'DE89370400440532013000', amount: { value: 1250, currency: 'EUR' } },
  },
  // A state unknown to the format, although it is a question.
  msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG: {
    state: 'NEEDS_HUMAN_INPUT',
    explanation: 'Which of the two accounts?',
  },
};
