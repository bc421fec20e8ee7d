import { deskExtensions } from '@countersign/part-desk/desk-extension';
import type { DeskServices } from '@countersign/part-desk/desk-services';
import type { GatewayServices } from '@countersign/part-gateway/gateway';
import { toolSets } from '@countersign/part-mcp/mcp/tool-set';
import type { PartKernel, StartedPart } from '@countersign/server/part';
import type { KnowledgeServices } from './knowledge-services.ts';
import { openMemories } from './memories/open-memories.ts';
import { createShared } from './memories/shared.ts';
import { memoryToolSet } from './memory-tools.ts';
import { createQuestionAnswerer } from './questions.ts';
import { createKnowledgeRooms, type KnowledgeRooms } from './rooms.ts';
import { registerKnowledge } from './routes.ts';

export function prepareKnowledge(kernel: PartKernel) {
  const { hub, journal } = kernel;
  const questionAnswerer = createQuestionAnswerer();
  const memories = openMemories(kernel, kernel.embedder);
  const { knowledge, recall } = memories;
  let rooms: KnowledgeRooms | null = null;
  deskExtensions.add(kernel, {
    answerers: [questionAnswerer],
    recall: recall.contextFor,
    ruleSet: async (rule) => rooms?.learning.ofRule(rule),
  });
  toolSets.add(kernel, memoryToolSet({ recall, shared: createShared(journal) }));

  return async ({
    desk,
    gateway,
  }: {
    desk: DeskServices;
    gateway: GatewayServices;
  }): Promise<StartedPart<KnowledgeServices>> => {
    const done = createKnowledgeRooms(
      { ...kernel, ...desk, ...gateway, knowledge },
      { questionAnswerer },
    );
    rooms = done;
    const stopReporting = knowledge.onChange(() =>
      hub.notify({ event: 'changed', key: 'knowledge', data: { what: 'knowledge' } }),
    );
    const gives = { ...memories, ...done };
    return {
      gives,
      takeUp: {
        'what was learnt': done.learning.recover,
        'questions about knowledge': done.questions.askOpen,
      },
      async close() {
        stopReporting();
        await done.learning.close();
      },
      routes: (app) => registerKnowledge(app, { ...kernel, ...desk, ...gives }),
    };
  };
}
