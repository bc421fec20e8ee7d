import type { DeskServices } from '@countersign/part-desk/desk-services';
import type { HttpSide, Kernel } from '@countersign/server/kernel';
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

/** What its routes get. */
export type McpDeps = Kernel & HttpSide & DeskServices & McpServices;
