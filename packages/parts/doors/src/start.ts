import type { DeskServices } from '@countersign/part-desk/desk-services';
import type { McpServices } from '@countersign/part-mcp/mcp-services';
import type { PartKernel, StartedPart } from '@countersign/server/part';
import { createDoors } from './calls/doors.ts';
import type { DoorServices } from './doors-services.ts';
import { registerDoors } from './routes.ts';

export function prepareDoors(kernel: PartKernel) {
  return async ({
    desk,
    mcp,
  }: {
    desk: DeskServices;
    mcp: McpServices;
  }): Promise<StartedPart<DoorServices>> => {
    const { origin } = desk.webhooks;
    const doors = createDoors({ ...kernel, ...mcp, origin });
    return {
      gives: { doors },
      takeUp: { 'calls of coding agents': doors.recover },
      routes: (app, http) => registerDoors(app, { ...kernel, ...http, doors }),
    };
  };
}
