import type { Prompt } from '@countersign/api/prompt';
import type { Task } from '@countersign/api/task';
import type { DecisionFact, FinishedTask, TaskStep } from '@countersign/memory/work/finished-task';
import type { MessageItem, Thread, ThreadItem } from '@countersign/thread/thread';
import { decisionFactOf } from './decision-facts.ts';

/** So many steps of a task are kept, the first ones. */
const maxSteps = 60;

/** What is learnt from a task: what was done in it, without arguments and results, which may be secret, and what people decided. */
export function finishedTaskOf(
  task: Task,
  thread: Thread,
  { prompts, caller }: { prompts: readonly Prompt[]; caller: string | null },
): FinishedTask {
  const decided = prompts.flatMap((prompt) => decisionFactOf(prompt) ?? []);
  const said = [...decided, ...instructionsIn(task, thread)];
  return {
    ...{ id: task.id, agent: task.agentId, caller, title: task.title, domain: '' },
    outcome: outcomeOf(task),
    ...{ startedAt: task.startedAt, endedAt: task.endedAt ?? task.updatedAt },
    steps: stepsOf(thread, prompts),
    // A caller answers for itself: it teaches nothing.
    decisions: said.filter(({ by }) => by !== caller).sort((a, b) => a.at - b.at),
  };
}

function outcomeOf({ state, runStatus }: Task): FinishedTask['outcome'] {
  const isCalledOff = ['stopped', 'cancelled', 'cut-off'].includes(runStatus);
  if (state === 'cancelled' || isCalledOff) return 'cancelled';
  return state === 'failed' || runStatus !== 'finished' ? 'failed' : 'success';
}

const clean = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 300);
/** Agents that act for others are named with a prefix. */
const plainName = (speaker: string): string => speaker.replace(/^relayed:/, '');

function stepsOf(thread: Thread, prompts: readonly Prompt[]): TaskStep[] {
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]));
  return thread.items
    .flatMap((item) => stepOf(item, byId))
    .filter(({ name }, index, all) => name !== all[index - 1]?.name)
    .slice(0, maxSteps);
}

function stepOf(item: ThreadItem, prompts: ReadonlyMap<string, Prompt>): TaskStep[] {
  const by = plainName(item.agentId);
  switch (item.kind) {
    case 'step':
      return [{ name: clean(item.stepName), description: `by ${by}`, tool: '' }];
    case 'tool-call':
      return [{ name: clean(item.name), description: `called by ${by}`, tool: item.name }];
    case 'exchange': {
      const tasks = item.tasks.map(({ name }) => clean(name)).filter((name) => name !== '');
      const name = tasks.join('; ') || 'hand over';
      return [{ name, description: `${plainName(item.from)} to ${plainName(item.to)}`, tool: '' }];
    }
    case 'up-message':
    case 'prompt': {
      const prompt = item.promptId === null ? undefined : prompts.get(item.promptId);
      const answer = prompt?.decision?.feedback.type;
      if (prompt === undefined || answer === undefined) return [];
      return [{ name: clean(prompt.ask), description: `asked a person: ${answer}`, tool: '' }];
    }
    default:
      return [];
  }
}

/** What operators wrote to the agent after they had started the task. */
function instructionsIn(task: Task, thread: Thread): DecisionFact[] {
  const said = thread.items.filter(
    (item): item is MessageItem => item.kind === 'message' && item.agentId.startsWith('operator:'),
  );
  return said.slice(1).flatMap((item) => {
    const text = item.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    if (text.trim() === '') return [];
    return [
      {
        ...{ id: item.messageId, subject: task.title, choice: 'instructed' as const },
        ...{ by: item.agentId.slice('operator:'.length), at: item.startedAt },
        ...{ proposed: null, decided: null, words: text.slice(0, 4_000) },
      },
    ];
  });
}
