/** A step on the way to a field: a member's name, or `null` for every element of an array. */
export type FieldStep = string | null;

/**
 * The steps of a field's path as `upContext.fields` writes it: `rate`, `range.min`, `candidates[].email`, `tags[]`.
 * A path that is not of this form is one member's name.
 */
export function fieldSteps(path: string): FieldStep[] {
  if (!/^[^.[\]]+(?:\[\])*(?:\.[^.[\]]+(?:\[\])*)*$/.test(path)) return [path];
  return path.split('.').flatMap((part): FieldStep[] => {
    const name = part.replaceAll('[]', '');
    return [name, ...Array<null>((part.length - name.length) / 2).fill(null)];
  });
}

/** The reverse of {@link fieldSteps}: `candidates[].email`. */
export function fieldPath(steps: readonly FieldStep[]): string {
  return steps.reduce<string>((path, step) => {
    if (step === null) return `${path}[]`;
    return path === '' ? step : `${path}.${step}`;
  }, '');
}
