/** Items with their position, from 1, as keys of a list that only grows. Pure. */
export function numberItems<Item>(items: readonly Item[]): { ordinal: number; item: Item }[] {
  return items.map((item, index) => ({ ordinal: index + 1, item }));
}
