import { deskExtensions } from '@countersign/part-desk/desk-extension';
import type { DeskServices } from '@countersign/part-desk/desk-services';
import { onDuty } from '@countersign/server/journal/on-duty';
import type { PartKernel, StartedPart } from '@countersign/server/part';
import { toolSets } from './mcp/tool-set.ts';
import { createMcpCarrier } from './mcp-servers/carrier.ts';
import { type CommandSettings, commandLog } from './mcp-servers/command-log.ts';
import type { McpServices } from './mcp-services.ts';
import { endOfQuestion } from './programs/end-of-question.ts';
import { keepForProgram } from './programs/mailbox.ts';
import { createPrograms } from './programs/programs.ts';
import { createProgramQuestions } from './programs/questions.ts';
import { registerMcpAndPrograms } from './routes.ts';

export function prepareMcp(kernel: PartKernel, settings: CommandSettings) {
  const { clock, journal, sampling: model } = kernel;
  const commands = commandLog(kernel, settings);
  deskExtensions.add(kernel, {
    carriers: () => ({ mcp: createMcpCarrier({ clock, model, commands }) }),
    keepFor: keepForProgram(onDuty(journal)),
    endOfQuestion,
  });

  return async ({ desk }: { desk: DeskServices }): Promise<StartedPart<McpServices>> => {
    const programQuestions = createProgramQuestions({ ...kernel, ...desk });
    const gives: McpServices = {
      programs: createPrograms(kernel),
      programQuestions,
      toolSets: toolSets.of(kernel),
    };
    return {
      gives,
      takeUp: { 'questions of programs': programQuestions.recover },
      // Before connections are closed, as a closed one withdraws its question.
      dismiss: programQuestions.close,
      close: programQuestions.close,
      routes: (app, http) => registerMcpAndPrograms(app, { ...kernel, ...http, ...desk, ...gives }),
    };
  };
}
