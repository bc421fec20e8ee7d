import { askOnce } from '@countersign/agent';
import { z } from 'zod';

const { COUNTERSIGN_URL = '', COUNTERSIGN_TOKEN = '' } = process.env;
const answer = await askOnce(COUNTERSIGN_URL, COUNTERSIGN_TOKEN, {
  ask: 'Refund 30 EUR to Ada?',
  schema: z.object({ amount: z.number().max(50) }),
  payload: { amount: 30 },
  expiresIn: 3_600,
});
if (answer.type === 'approve' || answer.type === 'edit') {
  console.log(`Refund ${answer.value.amount} EUR, ${answer.by} approved.`);
} else {
  console.log(`No refund: ${answer.type}. ${answer.reason ?? ''}`);
}
