import type { KnowledgeRooms } from './knowledge/rooms.ts';
import type { Memories } from './memories/open-memories.ts';

/** What was learnt, and what is done with it. */
export interface KnowledgeServices extends KnowledgeRooms, Memories {}
