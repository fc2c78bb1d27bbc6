/** MCP servers and their tools, as operators see them: without headers, arguments and environment. */
import * as z from "zod/mini";
import { AcceptedBy } from "../tools/listed-tool.ts";
import { ToolKin } from "../tools/tool-kin.ts";
import { ComparedText } from "./run-comparison.ts";

/** `who`: the admin's name; null where a start or a command did it, or the account is gone. */
const who = z.nullable(z.string());

const InspectedTool = z.strictObject({
  /** As the model is offered it. */
  name: z.string(),
  /** The server's own name of it; null where it is not known. */
  tool: z.nullable(z.string()),
  /** `unclear`: it cannot be told now whether it is accepted. `unseen`: its server is not connected here. */
  state: z.enum(["offered", "waits", "gone", "unseen", "unclear"]),
  /** `by` settings: they name the digest. Null: nobody accepted it. */
  accepted: z.nullable(
    z.strictObject({
      by: z.enum([...AcceptedBy.options, "settings"]),
      who,
      at: z.nullable(z.iso.datetime()),
      sha256: z.string(),
    }),
  ),
  /** Of what its server tells now, or told last. */
  told: z.nullable(z.string()),
  /** What it tells, or what was accepted where it tells nothing. Null: not kept. */
  text: z.nullable(z.string()),
  /** From the accepted description to the one that is told; null where one is not known, or they are the same. */
  difference: z.nullable(ComparedText),
  kin: z.array(ToolKin),
  /** Whether this operator can accept what is told. */
  mayAccept: z.boolean(),
  writes: z.boolean(),
  /** Who said whether it writes; null: the settings. */
  label: z.nullable(z.strictObject({ who, at: z.iso.datetime() })),
});
export type InspectedTool = z.infer<typeof InspectedTool>;

const InspectedServer = z.strictObject({
  name: z.string(),
  label: z.nullable(z.string()),
  /** A host, or the name of a command. Null: it is not in the settings any more. */
  reached: z.nullable(z.strictObject({ by: z.enum(["host", "command"]), name: z.string() })),
  /** Why it is not connected; null where it is. */
  away: z.nullable(z.string()),
  /** The settings name the digests that are accepted, and nobody accepts another one here. */
  isPinned: z.boolean(),
  /** What it asked of this process, and was refused. */
  asked: z.array(
    z.strictObject({
      what: z.enum(["sampling", "elicitation", "roots", "other"]),
      times: z.int(),
    }),
  ),
  tools: z.array(InspectedTool),
  /** Tools that cannot be offered, by the server's own names. */
  unusable: z.array(z.strictObject({ tool: z.string(), reason: z.string() })),
});
export type InspectedServer = z.infer<typeof InspectedServer>;

export const InspectedTools = z.strictObject({
  /** Whether this operator may accept and label tools. */
  mayDecide: z.boolean(),
  servers: z.array(InspectedServer),
});
export type InspectedTools = z.infer<typeof InspectedTools>;

const name = z.string().check(z.minLength(1), z.maxLength(100));

/** What an admin says of a tool. `sha256`: of the description that they read. */
export const ToolDecision = z.discriminatedUnion("do", [
  z.strictObject({
    do: z.literal("accept"),
    name,
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  z.strictObject({ do: z.literal("label"), name, writes: z.boolean() }),
]);
export type ToolDecision = z.infer<typeof ToolDecision>;
