// A graph that runs until it is cancelled at the server, or until its limit of ticks.
import { AIMessage } from '@langchain/core/messages';
import { END, MessagesValue, START, StateGraph, StateSchema } from '@langchain/langgraph';

const tickMs = 200;
const ticks = 300;

export const slow = new StateGraph(new StateSchema({ messages: MessagesValue }))
  .addNode('work', async (_state, { signal }) => {
    for (let tick = 0; tick < ticks; tick += 1) {
      await new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, tickMs);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      });
    }
    return { messages: [new AIMessage({ content: 'Worked to the end.' })] };
  })
  .addEdge(START, 'work')
  .addEdge('work', END)
  .compile();
