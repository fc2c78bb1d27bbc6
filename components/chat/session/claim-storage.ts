/** What the browser keeps of one person's unsent words is gone before another one sees the page. */

const OWNER = "halfsilver.person";
const KEPT = /^halfsilver\.(?:draft|waiting)\./;

/** Called before anything kept is read. */
export function claimStorage(personId: string): void {
  for (const name of ["sessionStorage", "localStorage"] as const) {
    try {
      claim(window[name], personId);
    } catch {
      // The browser stores nothing for this page, so nothing is kept.
    }
  }
}

/** @internal For its test. */
export function claim(storage: Storage, personId: string): void {
  const owner = storage.getItem(OWNER);
  if (owner === personId) return;
  if (owner !== null) {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const key of keys) if (key !== null && KEPT.test(key)) storage.removeItem(key);
  }
  storage.setItem(OWNER, personId);
}
