import type { Prompt } from '@countersign/api/prompt';
import type { ThreadItem } from '@countersign/thread/thread';
import type { UpMessage } from '@countersign/upformat/message';

export interface LineageStep {
  key: string;
  /** Its node in the lineage of the task. */
  node: string;
  /** Who said it: an agent, an operator, a tool. */
  who: string;
  /** `tool`: the name is that of a tool, not the id of an agent. */
  kind?: 'tool';
  title: string;
  /** Its first words, to know it by. */
  preview: string;
}

const MAX_STEPS = 8;
const MAX_PREVIEW = 160;

const preview = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_PREVIEW);

/** The node of a question in the lineage of its task: its message, or its tool call. */
export function nodeOfPrompt(
  items: readonly ThreadItem[],
  { id, source, message }: Prompt,
): string {
  for (const item of items) {
    if (item.kind === 'up-message' && item.promptId === id) return item.message.messageId;
  }
  const isCall = items.some((item) => item.kind === 'tool-call' && item.toolCallId === source.id);
  return isCall ? `call:${source.id}` : message.messageId;
}

function describe(
  item: ThreadItem,
): (Omit<LineageStep, 'key'> & { parent: string | undefined }) | null {
  switch (item.kind) {
    case 'message':
      return {
        node: item.messageId,
        who: item.agentId,
        title: item.role,
        preview: preview(item.parts.find((part) => part.kind === 'text')?.text ?? ''),
        parent: item.parentMessageId,
      };
    case 'up-message':
      return {
        node: item.message.messageId,
        who: item.agentId,
        title: item.message.state,
        preview: preview(item.message.explanation ?? ''),
        parent: item.message.parentMessageId,
      };
    case 'tool-call':
      return {
        node: `call:${item.toolCallId}`,
        who: item.name,
        kind: 'tool',
        title: item.agentId,
        preview: '',
        parent: item.parentMessageId,
      };
    default:
      return null;
  }
}

function idOf(item: ThreadItem): string | null {
  if (item.kind === 'message') return item.messageId;
  if (item.kind === 'up-message') return item.message.messageId;
  return item.kind === 'tool-call' ? item.toolCallId : null;
}

/** The chain of parents of a message, root first; consecutive steps of one speaker are one. A cycle or a missing parent ends it. */
export function lineageOf(items: readonly ThreadItem[], message: UpMessage): LineageStep[] {
  const byId = new Map<string, ThreadItem>();
  for (const item of items) {
    const id = idOf(item);
    if (id !== null && !byId.has(id)) byId.set(id, item);
  }
  const steps: LineageStep[] = [];
  const seen = new Set<string>([message.messageId]);
  let parent = message.parentMessageId;
  while (parent !== undefined && !seen.has(parent) && steps.length < MAX_STEPS) {
    seen.add(parent);
    const item = byId.get(parent);
    const described = item && describe(item);
    if (!item || !described) break;
    const { parent: above, ...step } = described;
    if (steps[0]?.who !== step.who || steps[0].kind !== step.kind)
      steps.unshift({ key: item.key, ...step });
    parent = above;
  }
  return steps;
}
