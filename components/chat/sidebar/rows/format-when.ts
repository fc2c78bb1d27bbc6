/** When a conversation was last written in, in the person's own time zone. */

const TIME = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const LONG_AGO = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

/** @returns `14:03` on the same day, `Mar 3, 14:03` in the same year, else `Mar 3, 2025` */
export function formatWhen(iso: string, now = new Date()): string {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) return TIME.format(at);
  if (at.getFullYear() !== now.getFullYear()) return LONG_AGO.format(at);
  return `${DAY.format(at)}, ${TIME.format(at)}`;
}
