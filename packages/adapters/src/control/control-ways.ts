import type { ControlWay } from './control-way.ts';
import { copilotKitControl } from './copilotkit.ts';
import { langGraphControl } from './langgraph.ts';

/** The ways to control runs that are known beside the HAI control endpoint, for protocols whose descriptor says how. */
export const controlWays: readonly ControlWay[] = [langGraphControl, copilotKitControl];

/** Undefined = the HAI control endpoint, or one that is not known here. */
export const controlWay = (template: string | undefined): ControlWay | undefined =>
  controlWays.find(({ description }) => description.id === template);
