import type { Protocols } from '@countersign/adapters/protocol/protocols';
import type { HttpSide, Kernel } from '@countersign/server/kernel';
import type { Callbacks } from './agents/callbacks.ts';
import type { Carriers } from './agents/carrier.ts';
import type { Introductions } from './agents/introductions.ts';
import type { Askers } from './askers/askers.ts';
import type { Controls } from './controls/controls.ts';
import type { StatusAsker } from './controls/status-asker.ts';
import type { Timers } from './decisions/deadlines/timers.ts';
import type { EditChecks } from './decisions/edit-checks.ts';
import type { LoadSchema } from './decisions/questions/load-schema.ts';
import type { Dispatcher } from './delivery/dispatcher.ts';
import type { DeskExtension } from './desk-extension.ts';
import type { Registry } from './registry/registry.ts';
import type { TryRule } from './rules/dry-run.ts';
import type { Runs } from './runs/runs.ts';
import type { RunInputs } from './tasks/run-inputs.ts';
import type { PresenceBoard } from './team/presence.ts';
import type { Webhooks } from './webhooks/webhooks.ts';
/** The agents' side: the directory of agents, their runs, and what is delivered to them. */
export interface AgentServices {
  protocols: Protocols;
  carriers: Carriers;
  registry: Registry;
  introductions: Introductions;
  callbacks: Callbacks;
  runs: Runs;
  runInputs: RunInputs;
  controls: Controls;
  statusAsker: StatusAsker;
  dispatcher: Dispatcher;
  askers: Askers;
}

/** Questions and decisions, and the agents that ask. */
export interface DeskServices extends AgentServices {
  timers: Timers;
  editChecks: EditChecks;
  tryRule: TryRule;
  webhooks: Webhooks;
  presence: PresenceBoard;
  loadSchema: LoadSchema;
  /** Resolves when the rules have been tried on all questions received so far. */
  rulesIdle: () => Promise<void>;
}

/** What its routes get. */
export type DeskDeps = Kernel &
  HttpSide &
  DeskServices & {
    /** What other parts add. */
    extensions: readonly DeskExtension[];
  };
