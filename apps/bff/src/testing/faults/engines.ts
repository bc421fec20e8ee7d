import { hasPostgres } from '../postgres.ts';
import type { EngineName } from './story.ts';

/** The engines that the faults can be played on here. */
export const engineNames: EngineName[] = hasPostgres ? ['sqlite', 'postgres'] : ['sqlite'];
