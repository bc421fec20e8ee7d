import { createDoors } from '@countersign/part-doors/calls/doors';
import type { DoorServices } from '@countersign/part-doors/doors-services';
import type { McpServices } from '@countersign/part-mcp/mcp-services';
import { createPrograms } from '@countersign/part-mcp/programs/programs';
import { createProgramQuestions } from '@countersign/part-mcp/programs/questions';
import type { StoreServices } from '@countersign/server/kernel';
import type { SecretBox } from '@countersign/server/runtime/secret-box';
import type { UnattendedServices } from './unattended.ts';

/** Programs that ask, and coding agents whose calls are held. */
export function createProgramServices(
  store: StoreServices,
  {
    webhooks,
    secrets,
    createId,
  }: Pick<UnattendedServices, 'webhooks'> & { secrets: SecretBox; createId: () => string },
): Omit<McpServices, 'toolSets'> & DoorServices {
  const programQuestions = createProgramQuestions({ ...store, webhooks, createId });
  const { origin } = webhooks;
  return {
    programQuestions,
    programs: createPrograms({ ...store, createId, secrets }),
    doors: createDoors({ ...store, createId, programQuestions, origin }),
  };
}
