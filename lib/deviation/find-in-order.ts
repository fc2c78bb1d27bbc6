/** The longest increasing subsequence, by patience sorting: O(n log n) (Fredman 1975). */

/**
 * @param places distinct numbers
 * @returns the members of one longest increasing subsequence; the same one for the same input
 */
export function findInOrder(places: readonly number[]): Set<number> {
  /** Of each length, the place with the smallest end, by index. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, place] of places.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] ?? 0] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const members = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    members.add(places[index] ?? 0);
  }
  return members;
}
