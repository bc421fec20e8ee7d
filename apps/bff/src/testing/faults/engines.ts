import { hasPostgres } from '../postgres.ts';
import type { EngineName } from './scenario.ts';

/** The engines that the faults can be played on here. */
export const engineNames: EngineName[] = hasPostgres ? ['sqlite', 'postgres'] : ['sqlite'];
