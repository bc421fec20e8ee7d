import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { isAddable } from '../../agents/called-in.ts';
import type { DeskDeps } from '../../desk-services.ts';

/** The protocols an agent can use, with their own descriptions. */
export function registerProtocols(app: ZodApp, { protocols }: DeskDeps): void {
  // Agents that call this server are not added by their address, and those that it makes itself not at all.
  const called = protocols.list.filter(isAddable);
  const items = called.map((protocol) => {
    const { fields, origins, attachments, controls, ...described } = protocol.describe();
    return {
      id: protocol.id,
      ...described,
      fields: [...fields],
      origins: [...origins],
      attachments: [...attachments],
      controls: controls.map(({ actions, ...control }) => ({ ...control, actions: [...actions] })),
    };
  });
  serve(app, 'GET /api/protocols', async () => ({ items }));
}
