/** Formats figures for people. Every function takes the unit that its name says. */

const WHOLE = new Intl.NumberFormat("en");
const ROUGH = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });
const ROUGH_MILLIONS = new Intl.NumberFormat("en", {
  maximumSignificantDigits: 2,
  notation: "compact",
  compactDisplay: "long",
});
const TIME = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const DAY_OF_YEAR = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const FULL = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" });

export function formatCount(count: number): string {
  return WHOLE.format(count);
}

/** An estimate, no more exact than it is: `33,000`, `1.2 million`. */
export function formatEstimate(count: number): string {
  return (count < 999_500 ? ROUGH : ROUGH_MILLIONS).format(count);
}

/** The parameters of a plural message: `count` chooses the form, `number` is shown. */
export function amountOf(count: number): { count: number; number: string } {
  return { count, number: WHOLE.format(count) };
}

/** `640 B`, `4.2 KB`, `1.3 MB`; 1 KB is 1,024 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${WHOLE.format(bytes)} B`;
  if (bytes < 1024 * 1024) return `${oneDecimal(bytes / 1024)} KB`;
  return `${oneDecimal(bytes / 1024 / 1024)} MB`;
}

/** `8 ms`, `1.24 s`, `2 min 5 s` */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${WHOLE.format(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** Time since the run began: `0.000`, `12.345` seconds. */
export function formatOffset(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** `23 Nov 14:03:22`, with the year unless it is this one. In the reader's time zone. */
export function formatMoment(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const day = at.getFullYear() === now.getFullYear() ? DAY : DAY_OF_YEAR;
  return `${day.format(at)} ${TIME.format(at)}`;
}

/** A moment with date and time zone, and as ISO 8601 in UTC, for a tooltip. */
export function formatFullMoment(iso: string): string {
  const at = new Date(iso);
  return `${FULL.format(at)} · ${at.toISOString()}`;
}

function oneDecimal(value: number): string {
  return value < 100 ? value.toFixed(1) : WHOLE.format(Math.round(value));
}

export function numberItems<Item>(items: readonly Item[]): { ordinal: number; item: Item }[] {
  return items.map((item, index) => ({ ordinal: index + 1, item }));
}

/** `0.25`, `0.156`, `0`; `–` without a value. At most three decimals, no trailing zeros. */
export function formatShare(share: number | null): string {
  return share === null ? "–" : String(Number(share.toFixed(3)));
}

/** `25 %`, `0.4 %`; `–` where the divisor is 0. */
export function formatPercent(share: number | null): string {
  if (share === null) return "–";
  const percent = share * 100;
  return `${Number(percent.toFixed(percent < 10 ? 1 : 0))} %`;
}
