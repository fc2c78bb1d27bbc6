/** The default agent registry. A caller may pass another one. */
import "server-only";
import { createRegistry } from "./create-registry.ts";
import * as registered from "./registered-agents.ts";

export const REGISTRY = createRegistry(Object.values(registered));
