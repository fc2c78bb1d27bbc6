/** `MEMORY_POLICY=context-state`: no call to a model may hold words of an earlier turn, whatever an agent declares. */
import "server-only";
import { settings } from "./settings.ts";

export const isMemoryForced = (): boolean => settings().MEMORY_POLICY === "context-state";
