import type { Run } from './run.ts';

const fragmentChars = 24;

/**
 * Runs `call` as a tool call of the agent: name, arguments in fragments, then the result or the reason of failure. A failure is
 * shown and rethrown.
 */
export async function runToolCall<T>(
  run: Run,
  call: { name: string; args: unknown; run: (signal: AbortSignal) => T | Promise<T> },
): Promise<T> {
  const toolCallId = run.createId();
  await run.gate.emit({ type: 'TOOL_CALL_START', toolCallId, toolCallName: call.name });
  const text = JSON.stringify(call.args ?? {});
  for (let at = 0; at < text.length; at += fragmentChars) {
    const delta = text.slice(at, at + fragmentChars);
    await run.gate.emit({ type: 'TOOL_CALL_ARGS', toolCallId, delta });
  }
  await run.gate.emit({ type: 'TOOL_CALL_END', toolCallId });
  const finish = (more: { content?: unknown; error?: string }) =>
    run.gate.emit(
      { type: 'TOOL_CALL_RESULT', toolCallId, messageId: run.createId(), role: 'tool', ...more },
      { closing: true },
    );
  try {
    const result = await call.run(run.signal);
    await finish({ content: result ?? null });
    return result;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await finish({ content: reason, error: reason }).catch(() => {});
    throw error;
  }
}
