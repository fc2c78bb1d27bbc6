/** What model servers were found to be able to do, kept by address and model until an operator asks again. */
import "server-only";
import {
  type CapabilityFinding,
  CapabilityName,
  StoredSource,
} from "../../contracts/model/capability.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { kysely } from "../client.ts";

export type ModelPlace = { address: string; model: string };
export type StoredCapability = ModelPlace & { name: CapabilityName; finding: CapabilityFinding };

/** Names of later versions are left out. */
export async function loadCapabilities(): Promise<StoredCapability[]> {
  const rows = await kysely().selectFrom("model_capability").selectAll().execute();
  return rows.flatMap(({ address, model, name: known, source: from, at, ...found }) => {
    const name = CapabilityName.safeParse(known);
    const source = StoredSource.safeParse(from);
    if (!name.success || !source.success) return [];
    const finding = { ...found, source: source.data, at: at.toISOString() };
    return [{ address, model, name: name.data, finding }];
  });
}

/** The newest finding wins. Findings of presets and of operators are not stored. */
export async function keepCapability(
  { address, model }: ModelPlace,
  name: CapabilityName,
  { holds, value, source, at, evidence }: CapabilityFinding,
): Promise<void> {
  if (!StoredSource.safeParse(source).success || at === null) return;
  const words = sanitise(evidence).value;
  const found = { holds, value, source, at: new Date(at), evidence: words };
  await kysely()
    .insertInto("model_capability")
    .values({ address, model, name, ...found })
    .onConflict((conflict) => conflict.columns(["address", "model", "name"]).doUpdateSet(found))
    .execute();
}

export async function forgetCapabilities({ address, model }: ModelPlace): Promise<void> {
  await kysely()
    .deleteFrom("model_capability")
    .where("address", "=", address)
    .where("model", "=", model)
    .execute();
}
