/** Ids for what is added to a rubric. Pure. */

/** As the contract of the rubric has it. */
export const ID_MAX_CHARS = 40;

/** `label-3`, where `label-1` and `label-2` are there. */
export function freeId(kind: string, others: readonly { id: string }[]): string {
  const taken = new Set(others.map(({ id }) => id));
  let number = others.length + 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}
