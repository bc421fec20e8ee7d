// Run it: node --import tsx packages/agent/examples/greeter.ts
// Then add the printed descriptor to Countersign, and start a task with "Ada".
import { createAgent, serve } from '@countersign/agent';
import { z } from 'zod';

const greeting = z.object({
  greeting: z.string().min(1).meta({ title: 'Greeting', description: 'The word before the name' }),
});

const greeter = createAgent({
  id: 'greeter',
  name: 'Greeter',
  async run(context) {
    const { outcome } = await context.ask({
      ask: `How shall I greet ${context.userText}?`,
      schema: greeting,
      payload: { greeting: 'Hello' },
      upPrompt: { allowed: ['approve', 'edit', 'reject'] },
    });
    if (outcome.type !== 'approve' && outcome.type !== 'edit') return;
    const word = outcome.value.greeting; // As approved or edited; it fits the schema.

    const message = await context.message();
    for (const token of `${word}, ${context.userText}!`.split(/(?<= )/)) {
      await message.text(token);
      await context.sleep(100); // Pause and stop take effect here, and at every await.
    }
    await message.end();
    await context.upformat({ state: 'completed', payload: { greeting: word } });
  },
});

const { url } = await serve(greeter.fetch, { port: 4500 });
process.stdout.write(`${JSON.stringify(greeter.descriptor(url))}\n`);
