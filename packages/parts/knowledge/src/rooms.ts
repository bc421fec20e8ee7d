import type { Askers } from '@countersign/part-desk/askers/askers';
import type { Gateway } from '@countersign/part-gateway/gateway';
import { onDuty } from '@countersign/server/journal/on-duty';
import type { StoreServices } from '@countersign/server/kernel';
import type { SecretBox } from '@countersign/server/runtime/secret-box';
import { createExchange, type Exchange } from './exchange/exchange.ts';
import { createIncoming, type Incoming } from './exchange/incoming.ts';
import { createPacks, type Packs } from './exchange/packs.ts';
import { createSigning, type Signing } from './exchange/signing.ts';
import { createExtractions, type Extractions } from './learning/extractions.ts';
import { createLearning, type Learning } from './learning/learning.ts';
import type { Knowledge } from './memories/knowledge.ts';
import { createQuestions, type QuestionAnswerer, type Questions } from './questions.ts';

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
