import "server-only";
/** The registry in use, unless a caller hands in another one. */
import { createRegistry } from "./create-registry.ts";
import * as registered from "./registered-agents.ts";

export const REGISTRY = createRegistry(Object.values(registered));
