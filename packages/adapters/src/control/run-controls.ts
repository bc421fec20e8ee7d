import { copilotKitControl } from './copilotkit.ts';
import { langGraphControl } from './langgraph.ts';
import type { RunControlMethod } from './run-control.ts';

/** The supported ways to control runs other than the HAI control endpoint, for protocols that use the descriptor's control. */
export const runControlMethods: readonly RunControlMethod[] = [langGraphControl, copilotKitControl];

/** Undefined = the HAI control endpoint, or a template that is not known here. */
export const runControlMethod = (template: string | undefined): RunControlMethod | undefined =>
  runControlMethods.find(({ description }) => description.id === template);
