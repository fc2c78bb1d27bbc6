/** How an agent's hidden state is declared: one function for each memory policy. */
import "server-only";
import {
  type ContextSchema,
  checkContext,
  countDeclared,
  unknownKeys,
} from "../context-state/context-schema.ts";
import { replayDeltas } from "../context-state/replay-deltas.ts";
import {
  decodeContextState,
  decodeHistoryState,
  decodeRemoteState,
} from "../hidden-state/decode-stored-state.ts";
import type { ContextValue, StateDeclaration } from "./agent.ts";

type ExpectBytes = StateDeclaration["expectBytes"];

const NO_FIGURE: ExpectBytes = () => null;

/** Memory policy `tool-history`. @param schema `name@version` */
export function declareHistory(schema: string, expectBytes = NO_FIGURE): StateDeclaration {
  return { schema, decode: decodeHistoryState, project: () => [], expectBytes, context: null };
}

/** Memory policy `remote-conversation`. @param schema `name@version` */
export function declareRemote(schema: string, expectBytes = NO_FIGURE): StateDeclaration {
  return { schema, decode: decodeRemoteState, project: () => [], expectBytes, context: null };
}

/**
 * Memory policy `context-state`.
 *
 * @param show the texts by which a prompt may render a state
 */
export function declareContext<Context extends ContextValue>(
  schema: ContextSchema<Context>,
  show: (context: Context) => readonly string[],
  expectBytes = NO_FIGURE,
): StateDeclaration {
  return {
    schema: schema.name,
    decode: (value) => decodeContextState(schema.name, value),
    project(context) {
      const checked = checkContext(schema.state, context);
      return checked.ok ? show(checked.value) : [];
    },
    expectBytes,
    context: {
      empty: schema.empty,
      check: (context) => checkContext(schema.state, context),
      unknownKeys: (delta) => unknownKeys(schema, delta),
      countDeclared: (names) => countDeclared(schema, names),
      replay(deltas) {
        const states: Context[] = [schema.empty];
        for (const delta of deltas) {
          const next = replayDeltas(states.at(-1) ?? schema.empty, [delta], { schema });
          if (!next.ok) break;
          states.push(next.state);
        }
        return states;
      },
    },
  };
}
