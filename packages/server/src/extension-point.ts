/**
 * What other parts may add to one: the part owns the point and its type, those that need it add to it before it starts. A server is named
 * by its kernel, as several may run in one process.
 */
export interface ExtensionPoint<Extension> {
  add(kernel: object, extension: Extension): void;
  /** In the order in which they were added. */
  of(kernel: object): readonly Extension[];
}

export function extensionPoint<Extension>(): ExtensionPoint<Extension> {
  const added = new WeakMap<object, Extension[]>();
  return {
    add(kernel, extension) {
      added.set(kernel, [...(added.get(kernel) ?? []), extension]);
    },
    of: (kernel) => added.get(kernel) ?? [],
  };
}
