import type { Askers } from '../askers/askers.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { onDuty } from '../journal/on-duty.ts';
import type { StoreServices } from '../kernel.ts';
import type { Knowledge } from '../memories/knowledge.ts';
import type { SecretBox } from '../runtime/secret-box.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { createExtractions, type Extractions } from './extractions.ts';
import { createIncoming, type Incoming } from './incoming.ts';
import { createLearning, type Learning } from './learning.ts';
import { createPacks, type Packs } from './packs.ts';
import { createQuestions, type QuestionAnswerer, type Questions } from './questions.ts';
import { createSigning, type Signing } from './signing.ts';

/** What is done with knowledge. */
export interface KnowledgeRooms {
  /** Makes memories of work. */
  learning: Learning;
  extractions: Extractions;
  incoming: Incoming;
  questions: Questions;
  packs: Packs;
  signing: Signing;
  exchange: Exchange;
}

export function createKnowledgeRooms(
  services: StoreServices & {
    askers: Askers;
    knowledge: Knowledge;
    secrets: SecretBox;
    gateway: Gateway;
  },
  { questionAnswerer: answerer }: { questionAnswerer: QuestionAnswerer },
): KnowledgeRooms {
  const { journal, knowledge, gateway } = services;
  const signing = createSigning(services);
  const questions = createQuestions({ ...services, answerer });
  const extractions = createExtractions({ journal, knowledge, signing });
  const incoming = createIncoming({ journal, knowledge, signing, questions });
  const packs = createPacks({ knowledge, signing, questions });
  const onAsked = questions.askOpen;
  const learning = createLearning({ ...services, journal: onDuty(journal), onAsked });
  const exchange = createExchange({ ...services, gateway, incoming });
  return { learning, extractions, incoming, questions, packs, signing, exchange };
}
