/** The connections to models, as operators see them: without keys. */
import * as z from "zod/mini";
import { CostUnknown } from "../model/call-cost.ts";
import { CapabilityFinding, CapabilityName, UnclearProbe } from "../model/capability.ts";
import { ConnectionCheck } from "../model/connection-check.ts";
import { BreakerPosition } from "../model/connection-event.ts";

const InspectedCapability = z.strictObject({
  name: CapabilityName,
  /** Null where nobody knows yet. */
  finding: z.nullable(CapabilityFinding),
  /** Where it was asked for and nothing was found; null where nothing was asked. */
  unclear: z.nullable(UnclearProbe),
});
export type InspectedCapability = z.infer<typeof InspectedCapability>;

const InspectedConnection = z.strictObject({
  id: z.string(),
  provider: z.string(),
  /** Without credentials and query. */
  address: z.string(),
  model: z.string(),
  /** The ids of the agents that use it first; the planner is `coordinator`. */
  agents: z.array(z.string()),
  /** The connection that takes over. */
  fallback: z.nullable(z.string()),
  /** The environment variable that holds the key. */
  keyName: z.string(),
  keyIsSet: z.boolean(),
  check: ConnectionCheck,
  /** Whether the server is asked at this moment. */
  isAsked: z.boolean(),
  breaker: BreakerPosition,
  capabilities: z.array(InspectedCapability),
  /** Per million tokens, or why it is not known. */
  price: z.union([
    z.strictObject({
      input: z.number(),
      output: z.number(),
      currency: z.string(),
      source: z.enum(["connection", "settings", "published", "preset"]),
    }),
    z.strictObject({ unknown: CostUnknown }),
  ]),
});
export type InspectedConnection = z.infer<typeof InspectedConnection>;

export const InspectedModels = z.strictObject({
  /** Whether this operator may ask a server again. */
  mayAsk: z.boolean(),
  connections: z.array(InspectedConnection),
});
export type InspectedModels = z.infer<typeof InspectedModels>;

/** The query of an asking. */
export const ModelAsking = z.strictObject({ connection: z.string().check(z.maxLength(40)) });
