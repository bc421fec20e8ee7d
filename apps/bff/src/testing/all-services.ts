import type { DeskServices } from '@countersign/part-desk/desk-services';
import { desk } from '@countersign/part-desk/part';
import type { DoorServices } from '@countersign/part-doors/doors-services';
import { doors } from '@countersign/part-doors/part';
import type { GatewayServices } from '@countersign/part-gateway/gateway';
import { gateway } from '@countersign/part-gateway/part';
import type { KnowledgeServices } from '@countersign/part-knowledge/knowledge-services';
import { knowledge } from '@countersign/part-knowledge/part';
import type { McpServices } from '@countersign/part-mcp/mcp-services';
import { mcp } from '@countersign/part-mcp/part';
import { people } from '@countersign/part-people/part';
import type { PeopleServices } from '@countersign/part-people/people-services';
import { registry } from '@countersign/part-registry/part';
import type { RegistryServices } from '@countersign/part-registry/registry-services';
import { tools } from '@countersign/part-tools/part';
import type { ToolServices } from '@countersign/part-tools/tool-services';
import type { Services } from '../services.ts';

/** What all parts give, for tests that look behind the HTTP interface. */
export interface AllServices
  extends Omit<Services, 'auth'>,
    PeopleServices,
    DeskServices,
    RegistryServices,
    McpServices,
    DoorServices,
    GatewayServices,
    KnowledgeServices,
    ToolServices {}

/** Throws if a part was left out. */
export const allServices = (services: Services): AllServices => {
  const { kernel } = services;
  return {
    ...services,
    ...people.of(kernel),
    ...desk.of(kernel),
    ...registry.of(kernel),
    ...mcp.of(kernel),
    ...doors.of(kernel),
    ...gateway.of(kernel),
    ...knowledge.of(kernel),
    ...tools.of(kernel),
  };
};
