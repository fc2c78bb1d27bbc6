/** Runs the users agent: one call of the user-management service per turn. */
import "server-only";
import { isDeepStrictEqual } from "node:util";
import { UMS_CONTENT_MAX_CHARS, UMS_KNOWN_MAX } from "../../contracts/limits.ts";
import { fewOrigins, lowestTrust, UNKNOWN } from "../../contracts/model/origin.ts";
import { withoutCitations } from "../../contracts/public/sources/read-citations.ts";
import { UMS_CHANGEABLE } from "../../contracts/ums/ums-tools.ts";
import { settings } from "../../env/settings.ts";
import { attachmentsToText, wordsOrFilesAlone } from "../../hidden-state/attachments-to-text.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import {
  type AgentOutcome,
  type AgentTask,
  type GivenInput,
  type ImplementAgent,
  originOfInput,
} from "../agent.ts";
import { UMS_GRACE_MS } from "../limits.ts";
import { recallConversation, rememberConversation } from "../memory/remote-memory.ts";
import { runUsersTurn } from "./run-users-turn.ts";
import { ApprovalResume } from "./users-turn.ts";

export const implementUsers: ImplementAgent = () => ({
  // Its first action is a service call, which can have effects.
  maySpeculate: false,
  tools: [],
  run: runUsers,
  pendingCall({ tool, resume }) {
    const written = ApprovalResume.safeParse(resume).data?.arguments;
    const known = UMS_CHANGEABLE.get(tool);
    if (written === undefined || !known) return null;
    return { tool: { arguments: known.arguments }, arguments: written, fixed: known.fixed };
  },
  currentInputs(given) {
    const decisions = (["approved", "declined"] as const).map((decision) => ({
      text: "",
      input: given.input,
      attachedUrls: [],
      approval: { approvalId: "", decision, resume: null },
    }));
    return [...[{ ...given, approval: null }, ...decisions].map(toContent), GO_ON];
  },
});

async function runUsers(task: AgentTask): Promise<AgentOutcome> {
  const { stored, quarantined } = recallConversation(task);
  const { given } = task;
  const results = given.input?.results ?? [];
  const asked = given.instructions === "" ? [] : [given.origins.instructions];
  const read = [originOfInput(given), ...asked, ...results.map(({ origin = UNKNOWN }) => origin)];
  task.trace.hop.enrich({ origins: fewOrigins(read), trust: lowestTrust(read) });
  const { UMS_BASE_URL, UMS_SERVICE_KEY, AGENT_STATE_KEY, AGENT_STATE_ANALYTICS } = settings();
  const { end, state, approval, figures, claims } = await runUsersTurn({
    who: task.who,
    stored,
    isShared: task.memory.own.stored?.shared,
    text: toContent(given),
    instructions: given.instructions,
    known: knownResults(given),
    approval: given.approval,
    soFar: given.soFar,
    trace: task.trace,
    sources: task.sources,
    ports: task.ports,
    governance: task.governance,
    service: {
      baseUrl: UMS_BASE_URL,
      serviceKey: UMS_SERVICE_KEY,
      stateKey: AGENT_STATE_KEY,
      analytics: AGENT_STATE_ANALYTICS,
      maxMs: task.limits.maxMs + UMS_GRACE_MS,
    },
  });
  const newStates =
    state && !isDeepStrictEqual(state, stored) ? [rememberConversation(task, state)] : [];
  return { end, figures, artifacts: { newStates, quarantined }, approval, claims };
}

/** The service remembers its own answer. */
const GO_ON = "Go on with your last answer exactly where it ends, and repeat nothing.";

type Decided = Pick<AgentTask["given"], "approval"> & Partial<Pick<AgentTask["given"], "soFar">>;

/** Results of earlier steps of this turn: apart from the words, because nobody said them. */
function knownResults({ input, soFar }: Pick<AgentTask["given"], "input" | "soFar">): string[] {
  if (soFar !== null) return [];
  const texts = (input?.results ?? []).map(({ text }) =>
    sanitise(withoutCitations(text)).value.trim().slice(0, UMS_CONTENT_MAX_CHARS).toWellFormed(),
  );
  return texts.filter((text) => text !== "").slice(-UMS_KNOWN_MAX);
}

/** The person's message; in a plan of several steps, this step's objective. */
export function toContent({
  text,
  input,
  attachedUrls,
  approval,
  soFar = null,
}: GivenInput & Decided): string {
  if (soFar !== null) return GO_ON;
  const words = input?.objective ?? wordsOrFilesAlone(text, attachedUrls.length);
  const attached = attachedUrls.map((url) => ({ url }));
  const content = attachmentsToText(sanitise(words).value, attached, { allowContent: false });
  const said = content.trim().slice(0, UMS_CONTENT_MAX_CHARS).toWellFormed();
  if (said !== "") return said;
  return approval?.decision === "declined" ? "Declined." : "Approved.";
}
