import type { Memories } from './memories/open-memories.ts';
import type { KnowledgeRooms } from './rooms.ts';

/** What was learnt, and what is done with it. */
export interface KnowledgeServices extends KnowledgeRooms, Memories {}
