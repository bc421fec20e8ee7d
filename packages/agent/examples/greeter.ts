// Run it: node --import tsx packages/agent/examples/greeter.ts
// Then add the printed descriptor to Countersign, and start a task with "Ada".
import { createAgent } from '@countersign/agent/agent';
import { serve } from '@countersign/agent/node-server';

const greeter = createAgent({
  id: 'greeter',
  name: 'Greeter',
  async run(context) {
    const { feedback } = await context.ask({
      state: 'needsHumanDecision',
      ask: `How shall I greet ${context.userText}?`,
      payload: { greeting: 'Hello' },
      upContext: {
        fields: { greeting: 'The word before the name' },
        schema: {
          type: 'object',
          properties: { greeting: { type: 'string', title: 'Greeting', minLength: 1 } },
          required: ['greeting'],
        },
      },
    });
    if (feedback.type === 'reject') return;
    const value = feedback.type === 'edit' ? feedback.content.value : { greeting: 'Hello' };
    const { greeting } = value as { greeting: string };

    const message = await context.message();
    for (const token of `${greeting}, ${context.userText}!`.split(/(?<= )/)) {
      await message.text(token);
      await context.sleep(100); // Pause and stop take effect here, and at every await.
    }
    await message.end();
    await context.upformat({ state: 'completed', payload: { greeting } });
  },
});

const { url } = await serve(greeter.fetch, { port: 4500 });
process.stdout.write(`${JSON.stringify(greeter.descriptor(url))}\n`);
