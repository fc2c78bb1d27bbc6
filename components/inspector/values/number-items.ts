/** Items with their place, from 1: what identifies an item of a list that only grows. Pure. */
export function numberItems<Item>(items: readonly Item[]): { ordinal: number; item: Item }[] {
  return items.map((item, index) => ({ ordinal: index + 1, item }));
}
