import { askerIdOf } from '@countersign/api/asker';
import { memberOf } from '@countersign/json/json-object';
import { decideQuestion, type QuestionDecision } from '@countersign/memory/absorb/decide-question';
import type { Askers } from '@countersign/part-desk/askers/askers';
import type { Answerer, Received } from '@countersign/part-desk/delivery/answerer';
import type { AskerAnswer } from '@countersign/part-desk/delivery/lease';
import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import { promptIdOf } from '@countersign/upformat/prompt-id';
import type { HeldMemories } from './memories/held.ts';
import type { Knowledge, Plan } from './memories/knowledge.ts';
import { type Entry, pageOfEntries, readEntry, type StoredQuestion } from './memories/stored.ts';
import { changedMeanwhile, unknownKnowledge } from './problems.ts';
import { asker, protocol, questionMessage } from './question-message.ts';

/** Contradictions and versions: prompts in the inbox, decided by people. */
export interface Questions {
  /** Opens the prompts of all open questions; those that are open already are not opened again. */
  askOpen(): Promise<void>;
  /** Its prompt becomes critical. */
  raise(id: string, by: string): Promise<void>;
}

/** The answerer of the questions. It exists before they do: answers are delivered when it is bound. */
export interface QuestionAnswerer extends Answerer {
  bind(receive: (answer: AskerAnswer) => Promise<Received>): void;
}

export function createQuestionAnswerer(): QuestionAnswerer {
  let receive: ((answer: AskerAnswer) => Promise<Received>) | null = null;
  return {
    protocol,
    bind(given) {
      receive = given;
    },
    async receive(answer) {
      if (receive === null) throw new Error('Knowledge has not been opened yet.');
      return receive(answer);
    },
  };
}

/** The prompt of a question. */
export const promptOfQuestion = (id: string): string => promptIdOf(askerIdOf(asker.key), id);

/** More are asked when some of them are decided. */
const maxOpen = 1_000;

export function createQuestions({
  journal,
  knowledge,
  askers,
  answerer,
  report,
}: {
  journal: Pick<Journal, 'read'>;
  knowledge: Knowledge;
  askers: Askers;
  answerer: QuestionAnswerer;
  report: Report;
}): Questions {
  const { read } = journal;
  const openQuestions = () =>
    pageOfEntries(read, 'question', { state: 'open', before: 0, limit: maxOpen });

  const ask = async ({ id, body }: Entry<'question'>, held: HeldMemories) => {
    const message = questionMessage(body, held);
    if (message === null) return;
    const origin = { protocol, kind: body.question.kind, label: labelOf(body) };
    const outcome = await askers.ask({ asker, origin, message });
    if (outcome.kind === 'refused') {
      report(`The question ${id} about knowledge was not asked: ${outcome.reason}`, null);
    }
  };

  const askOpen = async () => {
    const held = await knowledge.held();
    for (const entry of (await openQuestions()).reverse()) await ask(entry, held);
  };

  answerer.bind(async ({ id, prompt, by, feedback }) => {
    if (by.kind !== 'operator') return { kind: 'refused', reason: 'A person decides this.' };
    const decision = decisionIn(feedback);
    if (decision === null) {
      return {
        kind: 'refused',
        reason: 'Choose what is kept: one of them, both, or a merged content.',
      };
    }
    const questionId = prompt.message.messageId;
    const { received, moot } = await knowledge.change<Answered>(async (held) => {
      const entry = await readEntry(read, 'question', questionId);
      if (entry === null) return { plan: null, value: gone('The question is no longer there.') };
      if (entry.state !== 'open') {
        const isRepeated = entry.body.decision?.id === id;
        return { plan: null, value: isRepeated ? taken([]) : gone('It was decided already.') };
      }
      return planOf(held, { entry, decision, by, id, others: await openQuestions() });
    });
    for (const one of moot) {
      await askers.withdraw(
        { asker, messageId: one },
        'Another decision has left nothing to decide.',
      );
    }
    return received;
  });

  async function planOf(
    held: HeldMemories,
    given: {
      entry: Entry<'question'>;
      decision: QuestionDecision;
      by: { id: string; name: string };
      id: string;
      others: readonly Entry<'question'>[];
    },
  ): Promise<{ plan: Plan | null; value: Answered }> {
    const { entry, decision, by, id, others } = given;
    const { question } = entry.body;
    const now = knowledge.now();
    const decided = decideQuestion(question, decision, {
      ...{ known: held.known, by, now },
      others: others.filter((one) => one.id !== entry.id).map(({ body }) => body.question),
    });
    if (!decided.ok) {
      const [fault] = decided.faults;
      const why = fault === undefined ? '' : ` ${fault.path} ${fault.message}`;
      const reason = `${decided.reason.text}.${why}`;
      const isOver = fault === undefined;
      // What it was about has changed: it is asked again when the knowledge is received again.
      const body = { ...entry.body, decision: null };
      return isOver
        ? {
            plan: { entries: [questionEntry(entry, 'moot', body)] },
            value: gone(reason),
          }
        : { plan: null, value: { received: { kind: 'refused', reason }, moot: [] } };
    }
    const mootEntries = others
      .filter((one) => decided.moot.includes(one.id))
      .map((one) => questionEntry(one, 'moot', one.body));
    const body = { ...entry.body, decision: { id, choice: decision.choice, by: by.name, at: now } };
    const detail = { question: entry.id, choice: decision.choice };
    return {
      plan: {
        ...{ memories: decided.memories, revisions: decided.revisions },
        expected: [{ kind: 'question' as const, id: entry.id, state: 'open' }],
        entries: [questionEntry(entry, 'decided', body), ...mootEntries],
        audits: [{ operator: by.id, action: 'knowledge:decide', detail }],
      },
      value: taken(decided.moot),
    };
  }

  return {
    askOpen,
    async raise(id, by) {
      const raised = await knowledge.change(async () => {
        const entry = await readEntry(read, 'question', id);
        if (entry === null) throw unknownKnowledge(id);
        if (entry.state !== 'open') throw changedMeanwhile();
        const body: StoredQuestion = { ...entry.body, severity: 'critical' };
        const audits = [{ operator: by, action: 'knowledge:raise', detail: { question: id } }];
        return {
          plan: { entries: [questionEntry(entry, 'open', body)], audits },
          value: { ...entry, body },
        };
      });
      await ask(raised, await knowledge.held());
    },
  };
}

const questionEntry = ({ id, about }: Entry<'question'>, state: string, body: StoredQuestion) => ({
  ...{ kind: 'question' as const, id, state, about, body },
});

const labelOf = ({ question }: StoredQuestion): string =>
  question.kind === 'contradiction' ? 'Contradiction of memories' : 'Two versions of a memory';

/** What became of an answer, and the ids of questions that it left nothing to decide of. */
interface Answered {
  received: Received;
  moot: string[];
}
const gone = (reason: string): Answered => ({ received: { kind: 'gone', reason }, moot: [] });
const taken = (moot: string[]): Answered => ({ received: { kind: 'taken' }, moot });

const choices = ['keep-mine', 'keep-theirs', 'keep-both'] as const;

/** A rejection refuses what came. */
function decisionIn(feedback: AskerAnswer['feedback']): QuestionDecision | null {
  if (feedback.type === 'reject') return { choice: 'keep-mine' };
  if (feedback.type !== 'edit') return null;
  const { value } = feedback.content;
  const choice = memberOf(value, 'choice');
  if (choice === 'merge') return { choice, content: memberOf(value, 'content') };
  const known = choices.find((one) => one === choice);
  return known === undefined ? null : { choice: known };
}
