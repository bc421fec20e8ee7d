/** Id of the control at a pointer: a summary links to it. Different pointers have different ids. */
export function fieldId(prefix: string, pointer: string): string {
  const spelled = pointer.replaceAll(
    /[^A-Za-z0-9_/-]/gu,
    (char) => `.${(char.codePointAt(0) ?? 0).toString(16)}.`,
  );
  return `${prefix}-f${spelled}`;
}
