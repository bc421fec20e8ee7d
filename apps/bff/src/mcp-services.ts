import type { ToolSet } from './mcp/tool-set.ts';
import type { Programs } from './programs/programs.ts';
import type { ProgramQuestions } from './programs/questions.ts';

/** Programs that ask, over MCP and HTTP. */
export interface McpServices {
  programs: Programs;
  programQuestions: ProgramQuestions;
  /** Of other subjects, for clients of MCP. */
  toolSets: readonly ToolSet[];
}
