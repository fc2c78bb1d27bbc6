/** Whether a request carries the `METRICS_TOKEN`: it comes from what watches this server. */
import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { settings } from "@/lib/env/settings.ts";

/** False for everybody where the setting is absent. */
export function hasMetricsToken({ headers }: Request): boolean {
  const { METRICS_TOKEN: token } = settings();
  return token !== undefined && isSame(headers.get("authorization") ?? "", `Bearer ${token}`);
}

/** In a time that tells nothing of either. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
