/** The body of an error, as a registry sends it: its HTTP status as text, and the reason. */
export const writeError = (status: number, message: string): string =>
  `${JSON.stringify({ code: String(status), message })}\n`;
