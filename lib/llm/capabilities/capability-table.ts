/**
 * The capabilities of every connection, in memory, so that a turn asks nobody. What is learnt is handed to a store,
 * which keeps it for the next start.
 */
import "server-only";
import {
  type Capabilities,
  type CapabilityFinding,
  type CapabilityName,
  RARE_CAPABILITIES,
} from "../../contracts/model/capability.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import { PROVIDER_PRESETS } from "../connections/provider-presets.ts";

type Place = Pick<ModelConnection, "baseUrl" | "model">;

/** Keeps findings beyond the process. `save` must not throw. */
type CapabilityStore = {
  save(place: Place, name: CapabilityName, finding: CapabilityFinding): void;
};

export type CapabilityTable = {
  /** All findings of a connection: the operator's first, then what was found, then the preset's. */
  of(connection: ModelConnection): Capabilities;
  /** Whether the connection can; where nobody knows, true but for the rare capabilities. */
  can(connection: ModelConnection, name: CapabilityName): boolean;
  learn(connection: ModelConnection, name: CapabilityName, finding: CapabilityFinding): void;
  /** Replaces what was found, as read from the store. */
  load(place: Place, found: Capabilities): void;
  keepIn(store: CapabilityStore): void;
};

export function createCapabilityTable(): CapabilityTable {
  const found = new Map<string, Capabilities>();
  const merged = new Map<ModelConnection, Capabilities>();
  let store: CapabilityStore | undefined;
  const keyOf = ({ baseUrl, model }: Place) => `${baseUrl}\n${model}`;
  const of = (connection: ModelConnection) => {
    const known = merged.get(connection) ?? {
      ...fromPreset(connection),
      ...found.get(keyOf(connection)),
      ...fromOperator(connection),
    };
    merged.set(connection, known);
    return known;
  };
  const load = (place: Place, capabilities: Capabilities) => {
    found.set(keyOf(place), capabilities);
    merged.clear();
  };
  return {
    of,
    can: (connection, name) => of(connection)[name]?.holds ?? !RARE_CAPABILITIES.has(name),
    learn: (connection, name, finding) => {
      load(connection, { ...found.get(keyOf(connection)), [name]: finding });
      store?.save(connection, name, finding);
    },
    load,
    keepIn: (chosen) => {
      store = chosen;
    },
  };
}

const KEY = Symbol.for("halfsilver.capabilities");
const shared = globalThis as { [KEY]?: CapabilityTable };

/** The table of this process. */
export function capabilities(): CapabilityTable {
  shared[KEY] ??= createCapabilityTable();
  return shared[KEY];
}

function fromPreset({ provider }: ModelConnection): Capabilities {
  const { lacks, name } = PROVIDER_PRESETS[provider];
  return Object.fromEntries(
    Object.entries(lacks).map(([capability, why]) => [
      capability,
      { holds: false, value: null, source: "preset", at: null, evidence: `${name}: ${why}` },
    ]),
  );
}

function fromOperator({ known }: ModelConnection): Capabilities {
  return Object.fromEntries(
    Object.entries(known).map(([capability, value]) => [
      capability,
      {
        holds: value !== false,
        value: typeof value === "number" ? value : null,
        source: "operator",
        at: null,
        evidence: "models.json",
      },
    ]),
  );
}
