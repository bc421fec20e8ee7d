import type { RouteAnswer, RouteQuery } from '@countersign/api/routes';

export type MemoryFilter = Omit<RouteQuery<'GET /api/knowledge/memories'>, 'cursor' | 'limit'>;
export type MemoryDetail = RouteAnswer<'GET /api/knowledge/memories/:id'>;
export type MemoryValues = RouteAnswer<'GET /api/knowledge/values'>;
export type MemoryGraph = RouteAnswer<'GET /api/knowledge/graph'>;
export type GivenPage = RouteAnswer<'GET /api/knowledge/given'>;
export type KnowledgeFigures = RouteAnswer<'GET /api/knowledge/figures'>;
export type KnowledgeSettingsState = RouteAnswer<'GET /api/knowledge/settings'>;
