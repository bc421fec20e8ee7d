/** One operation of a JSON Patch (RFC 6902). `from` only on move and copy, `value` only on add, replace and test. */
export type PatchOperation = {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  path: string;
  from?: string | undefined;
  value?: unknown;
  [member: string]: unknown;
};
