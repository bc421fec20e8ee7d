import type { RouteAnswer } from '@countersign/api/routes';

/** What was found in one way. */
export type ModeResult = RouteAnswer<'POST /api/knowledge/retrieval'>['modes'][number];
export type Hit = ModeResult['hits'][number];
