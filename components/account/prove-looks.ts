/** Asks the server for the proof of a list of looks, and checks it here. Loaded after the page, with what checks signatures. */
import {
  checkLooks,
  LooksProof,
  type LooksVerdict,
  type ShownLooks,
} from "@/lib/audit/bundle/looks-proof.ts";

/** @throws where there is no proof that can be read */
export async function proveLooks(shown: ShownLooks, signal: AbortSignal): Promise<LooksVerdict> {
  const response = await fetch("/api/looks/proof", { signal, cache: "no-store" });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return checkLooks(LooksProof.parse(await response.json()), shown);
}
