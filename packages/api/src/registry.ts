import { z } from 'zod';
import { faultSchema } from './problem.ts';
import { statementSchema } from './statements/statement.ts';

/** How long an ephemeral service still counts as registered. */
const leaseSchema = z.object({
  /** `late`: the renewal is overdue. `unhealthy`: so long that it is not used. */
  phase: z.enum(['renewed', 'late', 'unhealthy', 'over']),
  /** When the service is removed unless it renews, epoch ms of the server's clock. */
  endsAt: z.number(),
  /** From a renewal to the end, ms. */
  lengthMs: z.number(),
});

/** One service of the registry, without what it says about itself. All texts are of the registrant. */
export const registeredServiceSchema = z.object({
  /** Made of name, host and port. */
  id: z.string(),
  name: z.string(),
  /** `''` = no agent. */
  agentProtocol: z.string(),
  /** Scheme, host, port and path. */
  address: z.string(),
  ephemeral: z.boolean(),
  /** `unchecked`: it has neither a lease nor a check, so nobody knows. */
  health: z.enum(['healthy', 'unhealthy', 'unchecked']),
  /** null = it has none, and stays until it is removed. */
  lease: leaseSchema.nullable(),
  tags: z.array(z.string()),
  /** How many services have this name, itself included. */
  instances: z.number().int(),
  /** Id of the operator or registrant; null = not known. */
  registeredBy: z.string().nullable(),
  /** Epoch ms. */
  registeredAt: z.number(),
});
export type RegisteredService = z.infer<typeof registeredServiceSchema>;

/** The services that contain a text, sorted by name; a part of them if there are many. */
export const registryListSchema = z.object({
  items: z.array(registeredServiceSchema),
  /** How many contain the text. */
  found: z.number().int(),
  /** How many are registered. */
  all: z.number().int(),
  /** How many of all are unhealthy. */
  unhealthy: z.number().int(),
});
export type RegistryList = z.infer<typeof registryListSchema>;

/** Query of `GET /api/registry/services`. */
export const registryQuerySchema = z.object({
  /** In name, host, tag, protocol or registrant, in either case. */
  q: z.string().max(200).optional(),
});

/** What an agent of any protocol says about itself; `''` = it does not say. */
const agentProfileSchema = z.object({
  name: z.string(),
  description: z.string(),
  version: z.string(),
  url: z.string(),
  skills: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      tags: z.array(z.string()),
      examples: z.array(z.string()),
    }),
  ),
  inputModes: z.array(z.string()),
  outputModes: z.array(z.string()),
  owner: z.object({ name: z.string(), url: z.string() }).nullable(),
  documentationUrl: z.string(),
  streaming: z.boolean().nullable(),
  pushNotifications: z.boolean().nullable(),
  security: z.array(z.string()),
});
export type RegisteredProfile = z.infer<typeof agentProfileSchema>;

export const registryDetailSchema = z.object({
  service: registeredServiceSchema,
  profile: agentProfileSchema,
  /** The other services of this name. */
  others: z.array(registeredServiceSchema),
  /** The whole entry as JSON, as a registry sends it. */
  json: z.string(),
});
export type RegistryDetail = z.infer<typeof registryDetailSchema>;

/** Body of `POST /api/registry/search`. */
export const searchRegistrySchema = z.object({ query: z.string() });

/** Services that were found, best first. */
export const registryHitsSchema = z.object({
  /**
   * Whether meanings were compared. `off`: no model is configured. `incomplete`: not of all services yet. `failed`: the model did not
   * answer, so only words were compared.
   */
  meaning: z.enum(['off', 'used', 'incomplete', 'failed']),
  items: z.array(
    z.object({
      service: registeredServiceSchema,
      /** The registry below this one that it is registered with; null = this one. */
      registry: z.string().nullable(),
      /** Its registry has not been there for a minute. */
      stale: z.boolean(),
      description: z.string(),
      /** 0 to 1, comparable between searches. */
      score: z.number(),
      /** `lexical`: words and spellings were compared, not meanings. */
      method: z.enum(['lexical', 'embedding']),
      /** Each field that matched, with its text around the match. */
      reasons: z.array(
        z.object({
          field: z.enum(['name', 'skills', 'tags', 'examples', 'description', 'owner']),
          text: z.string(),
        }),
      ),
    }),
  ),
});
export type RegistryHits = z.infer<typeof registryHitsSchema>;

/** A service as it is registered, in the members of the contract; checked by the registry, not here. */
const entrySchema = z.record(z.string(), z.unknown());

/** Body of `POST /api/registry/check`. */
export const checkServiceSchema = z.object({
  entry: entrySchema,
  /** The service that is replaced; absent = a new one. */
  id: z.string().max(200).optional(),
});

/** What the registry would do with an entry. Nothing is stored, and no description is fetched. */
export const checkedServiceSchema = z.object({
  faults: z.array(faultSchema),
  /** Made of name, host and port; null = the entry has faults. */
  id: z.string().nullable(),
  /** Another service of this name, host and port. */
  existing: registeredServiceSchema.nullable(),
  /** The entry with all defaults, without what the registry adds; null = it has faults. */
  after: entrySchema.nullable(),
  /** What is registered now, likewise; null = nothing. */
  before: entrySchema.nullable(),
});
export type CheckedService = z.infer<typeof checkedServiceSchema>;

/** Body of `POST /api/registry/services`. */
export const registerServiceSchema = z.object({ entry: entrySchema });

/** Body of `PUT /api/registry/services/{id}`: all of the service. */
export const replaceServiceSchema = z.object({
  entry: entrySchema,
  /** When what is replaced was registered, as it was shown. Replaced since, it is another one. */
  registeredAt: z.number(),
});

/** The leases of all services, those that end soonest first; a part of them if there are many. */
export const registryLeasesSchema = z.object({
  items: z.array(registeredServiceSchema),
  renewed: z.number().int(),
  late: z.number().int(),
  unhealthy: z.number().int(),
});
export type RegistryLeases = z.infer<typeof registryLeasesSchema>;

/** What has become of a service, newest first; it is kept when the service is gone. */
export const serviceHistorySchema = z.object({
  items: z.array(
    z.object({
      /** Epoch ms. */
      at: z.number(),
      /** Id of an operator or registrant; `registry` = a lease or a probe. */
      by: z.string(),
      action: z.string(),
    }),
  ),
});
export type ServiceHistory = z.infer<typeof serviceHistorySchema>;

/** A registry in the tree. */
const treeRegistrySchema = z.object({
  id: z.string(),
  /** The registries above it, the next one first; empty = it is this one. */
  above: z.array(z.string()),
  /** false = services say that they come from it, and it is not on their path: only its id is known. */
  connected: z.boolean(),
  /** How many services are registered with it. */
  services: z.number().int(),
  unhealthy: z.number().int(),
  /** It has not been there for a minute: what is known of it may be wrong. */
  stale: z.boolean(),
  /** Of one directly below this one, epoch ms; null = another one, or this. */
  lastContactAt: z.number().nullable(),
  /** Id of the registrant that sends for it, likewise. */
  by: z.string().nullable(),
});

/** The place of this registry in the tree, and everything below it. */
export const registryTreeSchema = z.object({
  /** The id of this registry. */
  self: z.string(),
  /** The connection to the registry above; null = this is the root. */
  parent: z
    .object({
      state: z.enum(['waiting', 'connected', 'failing']),
      /** Why it fails, in English; null = it does not. */
      reason: z.string().nullable(),
      reasonStatement: statementSchema.optional(),
      /** When it was reached last, epoch ms; null = never. */
      reachedAt: z.number().nullable(),
    })
    .nullable(),
  registries: z.array(treeRegistrySchema),
  /** How many more there are; a registry is listed with all that are above it. */
  unlisted: z.number().int(),
});
export type RegistryTreeView = z.infer<typeof registryTreeSchema>;

/** Services of a registry of the tree. */
export const treeServicesSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      agentProtocol: z.string(),
      address: z.string(),
      health: z.enum(['healthy', 'unhealthy', 'unchecked']),
      stale: z.boolean(),
    }),
  ),
  all: z.number().int(),
});
export type TreeServices = z.infer<typeof treeServicesSchema>;
