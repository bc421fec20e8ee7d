import { desk } from '@countersign/part-desk/part';
import { doors } from '@countersign/part-doors/part';
import { evidence } from '@countersign/part-evidence/part';
import { gateway } from '@countersign/part-gateway/part';
import { insights } from '@countersign/part-insights/part';
import { knowledge } from '@countersign/part-knowledge/part';
import { mcp } from '@countersign/part-mcp/part';
import { people } from '@countersign/part-people/part';
import { registry } from '@countersign/part-registry/part';
import { tools } from '@countersign/part-tools/part';
import type { ServerPart } from '@countersign/server/part';
import type { ServiceOptions } from './services/options.ts';

/** The parts of the server. The writer's thread reads this list too: what they run is loaded when they start. */
export const parts: readonly ServerPart<object, ServiceOptions>[] = [
  people,
  desk,
  evidence,
  registry,
  mcp,
  doors,
  gateway,
  knowledge,
  tools,
  insights,
];
