import type { Embedder } from '@countersign/search/embedder';
import type { ZodApp } from './http/zod-app.ts';
import type { AnyOperation } from './journal/operation.ts';
import type { HttpSide, Kernel, StoreServices } from './kernel.ts';
import type { SamplingModel } from './models/sampling-model.ts';
import type { SecretBox } from './runtime/secret-box.ts';

/** What parts start with. */
export interface PartKernel extends StoreServices, Kernel {
  /** The parts of this server. */
  partIds: readonly string[];
  /** Seals what is kept for others: headers, secrets of webhooks. */
  secrets: SecretBox;
  /** The model that answers in words; null = none is configured. */
  sampling: SamplingModel | null;
  /** The model of meanings; null = none is configured, or this server only reads. */
  embedder: Embedder | null;
}

/** What a part does while the server runs. All of it is optional; the order of parts is that of their needs, in `dismiss` and `close` the reverse. */
export interface Life {
  /** Before a server that has taken the duty over does anything for it. */
  prepareDuty?(): Promise<void>;
  /**
   * On duty: continues what the last server on duty has left, by names for the log. What cannot be read does not keep the rest from it.
   */
  takeUp?: Readonly<Record<string, () => unknown>>;
  /** On duty, when all parts have taken up: begins recurring work. Returns its undo. */
  work?(): () => void;
  /** The store is writable again: takes up what a commit in doubt has left, by names for the log, and skips what is going on. */
  afterOutage?: Readonly<Record<string, () => Promise<void>>>;
  /** The server is being stopped, and still serves: ends what would be waited for. Resolves when what is in progress has finished. */
  dismiss?(): Promise<void> | void;
  /** Releases everything. Nothing is called afterwards. */
  close?(): Promise<void> | void;
}

/** A part that has been started. */
export interface StartedPart<Gives extends object> extends Life {
  /** For the parts that need it. */
  gives: Gives;
  routes?(app: ZodApp, http: HttpSide): void;
}

/**
 * A subject of the server. What it changes in the store is known to the writer's thread without the rest, which is loaded only where the
 * part is started: `load` imports it.
 */
export interface ServerPart<out Gives extends object = object, in Settings = never> {
  readonly id: string;
  /** The ids of the parts that it needs; they start before it. */
  readonly needs: readonly string[];
  readonly operations: readonly AnyOperation[];
  /** Follows the occasions of other parts, in their transactions. */
  follow(): void;
  /**
   * What it runs. The first function is called for all parts before any is started: it makes what needs the kernel only, and adds it to the
   * extension points of others; the second starts the part.
   */
  load(): Promise<(kernel: PartKernel, settings: Settings) => () => Promise<StartedPart<Gives>>>;
  /** What it gives in this server; null = it was left out. */
  find(kernel: object): Gives | null;
  /** The same of a part that is needed. Throws if it has not been started. */
  of(kernel: object): Gives;
}

type Needs = Readonly<Record<string, ServerPart>>;
type GivesOf<Named extends Needs> = {
  readonly [Name in keyof Named]: Named[Name] extends ServerPart<infer Gives> ? Gives : never;
};

/** Defines a part: what it starts with is what the parts named in `needs` give. */
export function definePart<Named extends Needs, Gives extends object, Settings>(part: {
  id: string;
  needs: Named;
  operations: readonly AnyOperation[];
  follow?: () => void;
  load: () => Promise<
    (
      kernel: PartKernel,
      settings: Settings,
    ) => (needs: GivesOf<Named>) => Promise<StartedPart<Gives>>
  >;
}): ServerPart<Gives, Settings> {
  const running = new WeakMap<object, Gives>();
  const { id, operations, needs, follow = () => {} } = part;
  const find = (kernel: object) => running.get(kernel) ?? null;
  return {
    ...{ id, operations, follow, find },
    needs: Object.values(needs).map((one) => one.id),
    async load() {
      const prepare = await part.load();
      return (kernel, settings) => {
        const start = prepare(kernel, settings);
        return async () => {
          const given = Object.entries(needs).map(([name, one]) => [name, one.of(kernel)] as const);
          const started = await start(Object.fromEntries(given) as GivesOf<Named>);
          running.set(kernel, started.gives);
          return started;
        };
      };
    },
    of(kernel) {
      const gives = find(kernel);
      if (gives === null) throw new Error(`The part ${id} has not been started.`);
      return gives;
    },
  };
}
