import type { AnyOperation } from '@countersign/server/journal/operation';
import { putPolicy, removePolicy } from './policies.ts';

/** What changes the store for the gateway. */
export const gatewayOperations: readonly AnyOperation[] = [putPolicy, removePolicy];
