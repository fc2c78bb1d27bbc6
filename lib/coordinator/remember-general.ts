import "server-only";
/** Adds a turn's exchange to the general agent's memory: paired, pruned, compressed, validated, measured. */
import type { RunPorts, RunResult } from "../contracts/run-work.ts";
import { settings } from "../env/settings.ts";
import type { Exchange } from "../hidden-state/exchange.ts";
import { packGeneralState } from "../hidden-state/pack-general-state.ts";
import { pruneExchanges } from "../hidden-state/prune-exchanges.ts";
import { encodeStoredState } from "../hidden-state/stored-state.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import type { Recalled } from "./recall-general.ts";

type NewState = RunResult["newStates"][number];

export function rememberGeneral(
  recalled: Recalled,
  exchange: Exchange,
  hopRef: string,
  record: RunPorts["record"],
): NewState {
  const keep = settings().HIDDEN_STATE_KEEP_EXCHANGES;
  const clean = sanitise(exchange).value;
  const { exchanges, pruned } = pruneExchanges([...recalled.exchanges, clean], keep);
  const state = encodeStoredState(packGeneralState(exchanges));
  const bytes = Buffer.byteLength(JSON.stringify(state));
  const version = recalled.version + 1;
  record({
    type: "state.saved",
    hopRef,
    agentId: "general",
    version,
    bytes,
    exchangesPruned: pruned,
  });
  return { agentId: "general", version, state, bytes };
}
