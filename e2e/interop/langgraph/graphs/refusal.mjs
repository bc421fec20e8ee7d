// A graph that asks before it carries a call out, and leaves the call without a result when it may not.
import { AIMessage, ToolMessage } from '@langchain/core/messages';
import {
  Command,
  END,
  interrupt,
  MessagesValue,
  START,
  StateGraph,
  StateSchema,
} from '@langchain/langgraph';
import { ScriptedModel } from './scripted-model.mjs';

const call = {
  id: 'call_Yk3Jp0x9QmTzV720bWc4RdNf',
  name: 'pay',
  args: { to: 'Ada Ltd', amount: 120, currency: 'EUR' },
};
const model = new ScriptedModel({ calls: (text) => (/pay/i.test(text) ? [call] : []) });

export const refusal = new StateGraph(new StateSchema({ messages: MessagesValue }))
  .addNode(
    'think',
    async ({ messages }) => {
      const said = await model.invoke(messages);
      const goto = said.tool_calls?.length > 0 ? 'ask' : END;
      return new Command({ update: { messages: [said] }, goto });
    },
    { ends: ['ask', END] },
  )
  .addNode('ask', () => {
    const said = interrupt('Pay 120 EUR to Ada Ltd?');
    if (said !== 'yes') return { messages: [new AIMessage({ content: 'Then not.' })] };
    const paid = new ToolMessage({ tool_call_id: call.id, name: call.name, content: 'paid' });
    return { messages: [paid, new AIMessage({ content: 'Paid.' })] };
  })
  .addEdge(START, 'think')
  .addEdge('ask', END)
  .compile();
