import type { ControlWay } from './control-way.ts';
import { copilotKitControl } from './copilotkit.ts';
import { langGraphControl } from './langgraph.ts';

/** The supported ways to control runs other than the HAI control endpoint, for protocols that use the descriptor's control. */
export const controlWays: readonly ControlWay[] = [langGraphControl, copilotKitControl];

/** Undefined = the HAI control endpoint, or a template that is not known here. */
export const controlWay = (template: string | undefined): ControlWay | undefined =>
  controlWays.find(({ description }) => description.id === template);
