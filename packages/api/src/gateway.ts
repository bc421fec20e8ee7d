import { z } from 'zod';
import { statementSchema } from './statements/statement.ts';

/** How long a call waits for a person who allows it, if its policy does not say: a day. */
export const defaultApprovalMinutes = 1_440;
/** 30 days. */
export const maxApprovalMinutes = 43_200;

/** Who may use a route of the gateway, and how. The route itself is one of the registry of services. */
export const gatewayPolicySchema = z.object({
  /** Name of the route. */
  route: z.string().min(1).max(200),
  /** Ids of the registrants that may call; `*` = every one. Operators always may. */
  callers: z.array(z.string().min(1).max(40)).max(200),
  /** A person allows each call first. */
  approval: z.boolean(),
  /** How long a call waits for that person before it is refused. Absent = a day (`defaultApprovalMinutes`). */
  approvalMinutes: z.number().int().min(1).max(maxApprovalMinutes).optional(),
  /** Calls that start or continue a task, of one caller. */
  callsPerMinute: z.number().int().min(1).max(10_000),
  /** The hosts that may be called, `host` or `host:port`: registrants choose what they register. */
  hosts: z
    .array(z.string().regex(/^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/))
    .min(1)
    .max(50),
  /** The caller may answer the questions of the agent; otherwise people do, and the caller is informed that they are asked. */
  callerMayAnswer: z.boolean(),
  /** Whether card numbers, keys and passwords are masked in what is passed on. Absent = only towards other organisations. */
  mask: z.enum(['always', 'never']).optional(),
  /** The id of the agent of this server that is called, with its headers and settings, where the service has its address; otherwise services are called without any. */
  agent: z.string().min(1).max(64).optional(),
  /** Name of the service that the route led to when the policy was set: the policy allows no other. */
  service: z.string().min(1).max(1_000).optional(),
  /** Another one after each change; later ones are higher. */
  version: z.number().int(),
});
export type GatewayPolicy = z.infer<typeof gatewayPolicySchema>;

/** Body of `PUT /api/gateway/policies/{id}`; the id is the name of the route. */
export const putGatewayPolicySchema = gatewayPolicySchema
  .omit({ route: true, service: true, version: true })
  .extend({
    /** The version it is based on, null = there was none; 409 if another one is current. Absent = it replaces the current one. */
    version: z.number().int().nullable().optional(),
    /** The service that the route was seen to lead to; 409 if it leads to another one now. Absent = any. */
    service: z.string().min(1).max(1_000).optional(),
  });
export const gatewayPolicyListSchema = z.object({ items: z.array(gatewayPolicySchema) });

/** A route of the gateway with its policy, and whether calls can use it now. */
export const gatewayRouteSchema = z.object({
  /** Its name. */
  route: z.string(),
  /** Name of the service it leads to; `''` = the route is gone, only its policy is left. */
  service: z.string(),
  /** The callers it is for; `''` = those of any protocol. */
  agentProtocol: z.string(),
  /** null = nobody may use it. */
  policy: gatewayPolicySchema.nullable(),
  /** `other-service`: the policy was set for another service, so it allows nothing. */
  state: z.enum(['open', 'no-policy', 'other-service', 'no-service', 'unhealthy', 'no-route']),
  /** Where the instances of the service are, `host:port`. */
  hosts: z.array(z.string()),
});
export type GatewayRoute = z.infer<typeof gatewayRouteSchema>;
export const gatewayRouteListSchema = z.object({ items: z.array(gatewayRouteSchema) });

/** What has become of routes and policies, newest first; it is kept when they are gone. */
export const gatewayHistorySchema = z.object({
  items: z.array(
    z.object({
      /** Epoch ms. */
      at: z.number(),
      /** Id of an operator; of a call also the name of a rule, or null = nobody answered in time. */
      by: z.string().nullable(),
      /** That of the audit log; of a call that a person had to allow `call:allowed`, `call:refused` or `call:expired`. */
      action: z.string(),
      route: z.string(),
      /** The service that it led to, or was for; null = it was removed. */
      service: z.string().nullable(),
      /** The call that was allowed or refused; null = a change of a route or policy. */
      call: z
        .object({
          /** Id of the operator or registrant. */
          caller: z.string(),
          /** Of the question. */
          promptId: z.string(),
          /** The given reason for the refusal. */
          reason: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
});
export type GatewayHistory = z.infer<typeof gatewayHistorySchema>;

/** Body of `PUT /api/gateway/routes/{id}`; the id is the name of the route. */
export const putGatewayRouteSchema = z.object({
  service: z.string().min(1).max(1_000),
  agentProtocol: z.enum(['', 'a2a', 'acp', 'mcp', 'hai', 'ag-ui']),
});

/** The protocols in which the gateway is called. */
export const clientProtocolSchema = z.enum(['a2a', 'acp', 'mcp', 'hai', 'ag-ui']);
export type ClientProtocol = z.infer<typeof clientProtocolSchema>;

/** Body of `POST /api/gateway/preview`. */
export const previewGatewayCallSchema = z.object({
  protocol: clientProtocolSchema,
  /** Name of the service that is called. */
  service: z.string().min(1).max(1_000),
  /** The request in the protocol: a JSON-RPC request of A2A, `{name, arguments}` of a tool of MCP, `{method, path, body}` of ACP, the input of a run of HAI or AG-UI. */
  request: z.record(z.string(), z.unknown()),
});

/** Something that is not passed on, in English and as data. */
const lossSchema = z.object({ text: z.string(), statement: statementSchema });

/** How a call would be passed on; nothing is sent. */
export const gatewayCallPreviewSchema = z.object({
  /** `direct`: both speak the same, and the caller could call the service itself. */
  connection: z.enum(['direct', 'relay', 'unsupported']),
  /** Why it cannot be made; null = it can. */
  refusal: z.string().nullable(),
  /** The same as data; null = there is none, or it is in the words of others. */
  refusalStatement: statementSchema.nullable(),
  route: z.string().nullable(),
  policy: gatewayPolicySchema.nullable(),
  /** What the caller asks for, independent of protocols; null = it could not be read. */
  call: z.unknown(),
  /** What the agent would be sent; null = nothing. */
  sent: z
    .object({ protocol: z.string(), url: z.string(), method: z.string(), body: z.unknown() })
    .nullable(),
  /** What of the call the agent does not get. */
  lost: z.array(lossSchema),
});
export type CallPreview = z.infer<typeof gatewayCallPreviewSchema>;

/** A call that an operator has made through the gateway, as its caller would see it. */
export const sentCallSchema = z.object({
  /** Why it was not made; null = it was. */
  refusal: z.string().nullable(),
  /** The same as data; null = there is none, or it is in the words of others. */
  refusalStatement: statementSchema.nullable(),
  /** null = there is no task: it was refused, or waits for a person who allows it. */
  taskId: z.string().nullable(),
  state: z.string().nullable(),
  /** What the caller gets now, in its protocol. */
  answer: z.unknown(),
  /** What of the task the caller does not get. */
  lost: z.array(lossSchema),
});
export type SentCall = z.infer<typeof sentCallSchema>;
