/** The concierge's tools. They change the turn's session, which is stored when the run ends. */
import "server-only";
import { z } from "zod";
import type { Tool } from "../../tools/tool.ts";
import { INTAKE_RESULT_MAX_BYTES, INTAKE_TOOL_TIMEOUT_MS } from "../limits.ts";
import { Brief } from "./brief.ts";
import { ConciergeDelta } from "./concierge-context.ts";
import type { IntakeSession } from "./intake-session.ts";

const LIMITS = {
  version: "1",
  timeoutMs: INTAKE_TOOL_TIMEOUT_MS,
  maxResultBytes: INTAKE_RESULT_MAX_BYTES,
  policy: { writes: false, egress: false, riskTags: [] },
  isReplayed: true,
} as const;

/** The session validates the delta itself, so that a refusal can tell the model what to fix. */
const DeltaArguments = z.strictObject({ delta: ConciergeDelta });

const HandOver = z.strictObject({
  reason: z.string().max(200).describe("What the message asks for, in your own few words."),
});

export function intakeTools(session: IntakeSession): Tool[] {
  return [
    {
      ...LIMITS,
      name: "update_context_state",
      description:
        "Changes what is known of the project. Send only what is new, in your own short words, never the person's message verbatim. Put answers under their topic's key, the key of what you ask next under questions_asked, and take closed points out of open_gaps.",
      arguments: DeltaArguments,
      status: "thinking",
      onMisfit: (problem) => session.refuseDelta(problem),
      run: async (args) => session.applyDelta((args as z.infer<typeof DeltaArguments>).delta),
    },
    {
      ...LIMITS,
      name: "write_brief",
      description:
        "Writes the project brief as a document for the person. Only when every topic is answered.",
      arguments: Brief,
      status: "working-it-out",
      onMisfit: (problem) => session.refuseBrief(problem),
      run: async (args) => session.writeBrief(Brief.parse(args)),
    },
    {
      ...LIMITS,
      name: "hand_over",
      description:
        "Gives the message to somebody else to answer, where it asks for something that has nothing to do with the intake. Say nothing before.",
      arguments: HandOver,
      status: "thinking",
      run: async (args) => session.handOver(HandOver.parse(args).reason),
    },
  ];
}
