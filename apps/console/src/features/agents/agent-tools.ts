import { type DeclaredTool, declaredToolSchema } from '@countersign/hai/agent-descriptor';
import { isObject } from '@countersign/json/json-object';
import { agentsText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';

const words = agentsText.form.tools;
const maxTools = 200;

/** The tools that a text declares, or what is wrong with it in a sentence. */
export type ReadTools = { ok: true; tools: DeclaredTool[] } | { ok: false; fault: string };

const fault = (text: string): ReadTools => ({ ok: false, fault: text });

/** Reads the list of front-end tools as in a descriptor; a single tool is a list of one, an empty text is none. */
export function readTools(text: string): ReadTools {
  if (text.trim() === '') return { ok: true, tools: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fault(words.noJson);
  }
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > maxTools) return fault(words.tooMany(maxTools));
  const tools: DeclaredTool[] = [];
  for (const [index, entry] of list.entries()) {
    const read = declaredToolSchema.safeParse(entry);
    if (!read.success) {
      const [issue] = read.error.issues;
      return fault(words.bad(index + 1, issue?.path.join('.') ?? '', issue?.message ?? ''));
    }
    const { name, parameters, result } = read.data;
    if (tools.some((tool) => tool.name === name)) return fault(words.twice(visibleText(name)));
    for (const [member, schema] of Object.entries({ parameters, result })) {
      if (schema !== undefined && !isObject(schema)) {
        return fault(words.noSchema(visibleText(name), member));
      }
    }
    tools.push(read.data);
  }
  return { ok: true, tools };
}

/** The list as editable text; empty for no tools. */
export const toolsText = (tools: readonly unknown[] | undefined): string =>
  tools === undefined || tools.length === 0 ? '' : JSON.stringify(tools, null, 2);

/** The text with one more tool, to be filled in; null when the text cannot be read as it is. */
export function withTool(text: string): string | null {
  const read = readTools(text);
  if (!read.ok) return null;
  const taken = new Set(read.tools.map(({ name }) => name));
  let number = 1;
  while (taken.has(`tool_${number}`)) number += 1;
  const fresh: DeclaredTool = {
    name: `tool_${number}`,
    description: '',
    parameters: { type: 'object', properties: { question: { type: 'string' } } },
    result: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
  };
  return toolsText([...read.tools, fresh]);
}
