import { deskExtensions } from '@countersign/part-desk/desk-extension';
import type { DeskServices } from '@countersign/part-desk/desk-services';
import { type CommandSettings, commandLog } from '@countersign/part-mcp/mcp-servers/command-log';
import type { McpServices } from '@countersign/part-mcp/mcp-services';
import { onDuty } from '@countersign/server/journal/on-duty';
import { createSafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { PartKernel, StartedPart } from '@countersign/server/part';
import { registerTools } from './routes.ts';
import { createAffordanceCalls } from './signifiers/calls/calls.ts';
import { createAffordanceCarrier } from './signifiers/calls/carrier.ts';
import { createEnvironment } from './signifiers/environment.ts';
import { createEnvironmentNews } from './signifiers/environment-news.ts';
import { createJudge } from './signifiers/judge.ts';
import { createReadDescription } from './signifiers/read-description.ts';
import type { ToolServices } from './tool-services.ts';

export interface ToolSettings extends CommandSettings {
  /** Where descriptions may be read from. */
  registration?: { allow: readonly string[] };
  /** Whether the model is asked what fits the context of an agent: to add to it, or also to remove. Default: by words only. */
  selection?: 'words' | 'verify' | 'judge';
}

export function prepareTools(kernel: PartKernel, settings: ToolSettings) {
  const { clock, sampling: model } = kernel;
  const { registration = { allow: [] }, selection = 'words' } = settings;
  const fetch = createSafeFetch({ clock, allowed: registration.allow });
  const commands = commandLog(kernel, settings);
  const judge =
    model === null || selection === 'words' ? null : createJudge(model, selection, clock);
  const environment = createEnvironment(kernel.journal, judge);
  const journal = onDuty(kernel.journal);
  deskExtensions.add(kernel, {
    carriers: ({ agents }) => ({
      affordance: createAffordanceCarrier({
        ...{ journal, environment, agents, clock, model, fetch, commands },
      }),
    }),
  });

  return async ({
    desk,
    mcp,
  }: {
    desk: DeskServices;
    mcp: McpServices;
  }): Promise<StartedPart<ToolServices>> => {
    const affordanceCalls = createAffordanceCalls({ ...kernel, ...desk, environment });
    const gives = {
      ...{ environment, affordanceCalls },
      readDescription: createReadDescription({ fetch, clock, agents: desk.registry }),
      environmentNews: createEnvironmentNews(kernel.journal.others),
    };
    return {
      gives,
      close: affordanceCalls.close,
      routes: (app, http) => registerTools(app, { ...kernel, ...http, ...desk, ...mcp, ...gives }),
    };
  };
}
