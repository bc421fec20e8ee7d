import { withApproval } from '@countersign/agent/approval/ai-sdk';
import { z } from 'zod';

// As tool() of the AI SDK returns it.
const refund = {
  description: 'Pays money back',
  inputSchema: z.object({ amount: z.number().max(50) }),
  execute: async ({ amount }: { amount: number }) => `Refunded ${amount} EUR`,
};

const tools = {
  refund: withApproval('refund', refund, { ask: ({ amount }) => `Refund ${amount} EUR?` }),
};
console.log(await tools.refund.execute({ amount: 30 }));
