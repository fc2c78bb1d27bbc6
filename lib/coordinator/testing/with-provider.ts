/** Points this process at a scripted provider, for one test. */
import "server-only";
import { onTestFinished } from "vitest";
import { processSlot } from "../../env/process-wide.ts";
import { settings } from "../../env/settings.ts";
import {
  type Behaviour,
  type ScriptedProvider,
  startScriptedProvider,
} from "./scripted-provider.ts";
import { newTalk, type TakenTurn, type Talk } from "./take-turns.ts";

/** What this process has made out of the settings of models. */
const MADE = ["model-connections", "model-client", "capabilities", "started-models"];

export type Played = { turn: TakenTurn; provider: ScriptedProvider };

/**
 * Starts a model server that behaves so, and a conversation that uses it. Call it inside a test: when the test ends, the server
 * is closed and the settings name the one before it again.
 */
export async function openProvider(
  behaviour: Behaviour,
): Promise<{ talk: Talk; provider: ScriptedProvider }> {
  const provider = await startScriptedProvider(behaviour);
  const before = settings().OPENAI_BASE_URL ?? "";
  onTestFinished(async () => {
    await provider.close();
    pointAt(before);
  });
  pointAt(provider.url);
  return { talk: await newTalk(), provider };
}

/** Takes turns with a provider of this behaviour. @returns the last turn */
export async function playProvider(behaviour: Behaviour, ...texts: string[]): Promise<Played> {
  const { talk, provider } = await openProvider(behaviour);
  let turn: TakenTurn | undefined;
  for (const text of texts.length > 0 ? texts : ["hello"]) turn = await talk.say(text);
  if (!turn) throw new Error("no turn was taken");
  return { turn, provider };
}

export function pointAt(url: string): void {
  Object.assign(settings(), { OPENAI_BASE_URL: url });
  for (const name of MADE) processSlot(name).value = undefined;
}
