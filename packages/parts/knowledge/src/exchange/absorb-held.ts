import { type Absorbed, absorb } from '@countersign/memory/absorb/absorb';
import type { Receiver } from '@countersign/memory/absorb/memory-of-knowledge';
import type { Knowledge as KnowledgePiece } from '@countersign/memory/model/knowledge';
import type { Confirmation, Memory } from '@countersign/memory/model/memory';
import type { Revision } from '@countersign/memory/model/revise';
import type { HeldMemories } from '../memories/held.ts';
import type { Knowledge } from '../memories/knowledge.ts';
import type { StoredQuestion } from '../memories/stored.ts';

/** So many are compared before others have their turn. */
const atOnce = 20;

/** Absorbs pieces one after another, in one change; `held.known` is brought up to date. Long work gives others their turn. */
export async function absorbAll(
  pieces: readonly KnowledgePiece[],
  held: HeldMemories,
  { knowledge, receiver }: { knowledge: Knowledge; receiver: Receiver },
): Promise<Absorbed> {
  const memories = new Map<string, Memory>();
  const revisions: Revision[] = [];
  const all: Absorbed = { memories: [], revisions, questions: [], outcomes: [] };
  for (let start = 0; start < pieces.length; start += atOnce) {
    const { createId } = knowledge;
    const ports = { now: knowledge.now(), createId, receiver };
    const some = absorb(pieces.slice(start, start + atOnce), held.known, ports);
    for (const memory of some.memories) memories.set(memory.id, memory);
    revisions.push(...some.revisions);
    all.questions.push(...some.questions);
    all.outcomes.push(...some.outcomes);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { ...all, memories: [...memories.values()] };
}

/** Whose memories they become: the person who takes them has seen them. */
export const receiverFor = (
  receiver: Pick<Receiver, 'agent' | 'layer'>,
  { id, name, at }: Confirmation,
): Receiver => ({ ...receiver, confirmed: { id, name, at } });

/** Questions as they are kept, to be asked when the change is. */
export const questionEntries = (questions: Absorbed['questions']) =>
  questions.map((question) => {
    const body: StoredQuestion = { question, severity: 'major', decision: null };
    const { id } = question;
    return { kind: 'question' as const, id, state: 'open', about: question.mine.id, body };
  });
