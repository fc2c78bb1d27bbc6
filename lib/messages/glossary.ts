/** The texts of glossary. */
export const run = () =>
  "The work that the server does for one turn; its `runId` links everything that was recorded.";
export const agent = () =>
  "A participant with a prompt, tools and a declared memory; the plan says which one works on a step.";
export const round = () =>
  "One model call of an agent's loop, of any agent of the run. Planning, composing and discarded early calls are no rounds.";
export const modelCalls = () =>
  "Every request to a model in this run: planning, rounds of agents, composing, and early calls that were discarded.";
export const toolCalls = () => "Every call of a tool in this run, whether or not it succeeded.";
export const tokens = () =>
  "The units in which a model reads and writes; the first figure was sent to the model, the second was written by it.";
export const duration = () =>
  "From the start of the run to its end; for a run that is going on, up to now.";
export const latency = () =>
  "How long runs took: half of them took at most the p50, 95 of 100 at most the p95, 99 of 100 at most the p99.";
export const cost = () =>
  "Tokens multiplied by the price of their model at that time, in the currency of the setting PRICE_CURRENCY; `no price` where the model has none, `unknown` where it cannot be told.";
export const firstToken = () =>
  "The time from the request to the first piece of the model's answer.";
export const attempts = () =>
  "How often the request was sent; a second attempt follows an error that may pass.";
export const finishReason = () =>
  "Why the model stopped writing, as the provider says: `stop` at its own end, `tool_calls` to call tools, `length` at the limit of tokens.";
export const person = () => "The user whose message started the run.";
export const started = () => "When the server accepted the message.";
export const model = () => "The model that answered, as its provider names it.";
export const event = () => "One entry of the run log; events are only added, never changed.";
export const publicEvent = () => "An event that the person's browser may receive.";
export const withheld = () => "What the run recorded and the person's browser never received.";
export const hop = () => "One stop of a run: coordinator, agent, gateway, service or tool.";
export const parentHop = () => "The hop that called this one, as the envelope's `parentRef` says.";
export const span = () => "A hop, or a piece of work inside one, with a start and an end.";
export const envelope = () =>
  "The `{version, nodeId, runId, parentRef, variables, metadata}` that travels with every hop in headers.";
export const scope = () =>
  "The part of the envelope's variables that one kind of hop may write: AGENT, ORCHESTRATOR, GATEWAY, SERVER or TOOL.";
export const foreignWrite = () => "A hop wrote into a scope that belongs to another kind of hop.";
export const signature = () =>
  "Proof that the envelope was written by a process that knows the key, and was not changed on its way.";
export const headerBudget = () =>
  "The most bytes that headers may take; larger variables are stored under their digest and travel as a `$ref`.";
export const digest = () => "SHA-256, for arguments over RFC 8785 canonical JSON.";
export const plan = () => "The steps that the coordinator said it would take.";
export const step = () =>
  "One part of the plan: an agent's task, or a tool call inside one; `s1.1` is the first call of step `s1`.";
export const revision = () => "A later plan of the same run; the newest is scored.";
export const frozen = () =>
  "The plan can no longer change, because its first step has started; a change needs a new revision.";
export const versionedName = () =>
  "The name before the @, the version of the tool or schema after it.";
export const deviation = () =>
  "The total cost of all differences between plan and execution, divided by the number of planned steps and records; 0 is as planned, 1 is nothing as planned.";
export const fitness = () => "1 minus the deviation.";
export const recall = () =>
  "The share of planned steps that ran, without those that wait for the person's approval; – where nothing can be compared.";
export const precision = () =>
  "The share of what ran that was planned; a call that was denied or left for approval did not run.";
export const order = () => "The share of matched steps that ran in the planned order.";
export const argumentCoverage = () =>
  "The share of matched steps whose arguments could be compared.";
export const metricVersion = () =>
  "The version of the scoring rules; it changes whenever the same run may score differently.";
export const alignmentCost = () => "Points for a difference between plan and execution; not money.";
export const insideCalls = () =>
  "Tool calls that an agent chose by itself, below a step that the plan does not detail; they are no deviation.";
export const claim = () =>
  "What an agent says about its own work; it is compared with the log and is not part of the score.";
export const memoryPolicy = () =>
  "What an agent may carry from turn to turn: `tool-history`, `remote-conversation` or `context-state`.";
export const toolHistory = () =>
  "The agent gets its own earlier messages with tool calls and their results.";
export const remoteConversation = () =>
  "The agent keeps one conversation id; the service behind it remembers the rest.";
export const contextStatePolicy = () =>
  "The agent gets structured memory with a schema, and never a transcript.";
export const hiddenState = () =>
  "What an agent remembers between turns; it never leaves the server.";
export const exchange = () =>
  "One user message, the tool calls and results that followed, and the final answer, as an agent remembers them.";
export const pruned = () =>
  "Left out of what is stored, oldest first, because the state would be too large.";
export const quarantined = () =>
  "Stored state that fitted no schema; it is kept for the inspector and not used.";
export const expectedSize = () =>
  "The size that the design documents give for a state with as many tool calls.";
export const storedSize = () =>
  "Bytes as they are stored, after packing; decoded is the same as JSON.";
export const contextState = () => "Structured memory with a schema.";
export const delta = () => "A recorded change of context state.";
export const replay = () =>
  "All deltas up to here, applied again in order; the result must have the recorded digest.";
export const segment = () =>
  "A typed piece of a prompt: kind, agent, source, run, digest and size.";
export const manifest = () => "The list of segments that entered one model call.";
export const origin = () =>
  "Where a text comes from: this deployment, the person, a service, the directory, a file, an MCP server, a web page, or what a model or a tool made out of such texts.";
export const trust = () =>
  "How far a text is trusted, by its origin; a call is trusted as far as the least trusted text of its prompt, and so is what comes out of it.";
export const foreignText = () =>
  "Text that neither the operator nor the person wrote; it may ask for what neither of them wants.";
export const rebuilt = () =>
  "Whether the segment could be put together again from what is stored, byte for byte.";
export const allow = () => "The policy allowed every hop of the run that it was asked about.";
export const wouldDeny = () =>
  "A policy that only observes: it would have denied a hop, and the hop went on.";
export const deny = () => "A policy denied a hop; the hop did not run.";
export const running = () => "The run is going on.";
export const complete = () => "The answer was written to its end.";
export const stopped = () => "The person stopped the answer; what was written is kept.";
export const interrupted = () =>
  "The process that worked on the run ended; what was written is kept.";
export const failed = () => "The run ended with an error; the reason stands beside it.";
export const empty = () => "The run ended without an error and without a word of answer.";
export const orphan = () => "The hop names a parent that is not in the log.";
export const cycle = () => "The hop is, over its parents, its own parent.";
export const duplicateId = () => "Two hops started under the same id.";
export const clockSkew = () =>
  "The hop begins before its parent or ends after it, so the clocks of two machines differ.";
export const malformedEnvelope = () => "The headers that arrived at the hop could not be decoded.";
export const unplanned = () => "It ran, and no step was planned for it.";
export const retriedFinding = () => "A step ran more than once.";
export const neverEnded = () => "The log has a start of the hop and no end.";
export const hiddenWords = () =>
  "The answer had words of a prompt or of a tool's definition, or an id. By default they are cut before they leave.";
export const inventedCitation = () =>
  "The model cited a source that was not in its prompt; the person sees the number without a link.";
export const masked = () =>
  "In place of what was written stand a coarse size and a digest. Equal digests mean equal values within one run, and only for you: nobody finds a value by trying.";
export const status = () =>
  "How the run ended: complete, stopped by the person, interrupted with its process, failed with an error, or without an answer.";
export const policyOutcome = () =>
  "The weightiest decision of a policy in the run: denied, left for the person's approval (and what became of it), would be denied by a policy that only observes, or allowed.";
export const openArguments = () => "The plan names the tool and leaves its arguments to the agent.";
export const withoutPlan = () => "Runs without a stored score; no deviation can be told of them.";
export const deviating = () =>
  "At least one difference between plan and execution that costs points.";
export const timesRun = () => "How often it was planned or ran in these runs.";
export const deviationRate = () => "The share of these times with a difference that costs points.";
export const passed = () =>
  "Bytes and variables of the envelope that arrived at the hop; for a tool, the digest of its arguments.";
export const failures = () =>
  "Runs that ended without a complete answer, other than those that their person stopped.";
export const denials = () =>
  "Runs in which a policy denied a hop, left a call for the person's approval, or only observed and would have denied.";
export const node = () =>
  "The name of the agent, tool or service at the hop; `ums` is the user-management service.";
export const callDuration = () => "From the request to the end of the model's answer.";
export const confidenceInterval = () =>
  "Where the share among all runs lies with a probability of 95 %, by the score interval of Wilson. A larger sample makes it narrower.";
export const krippendorffsAlpha = () =>
  "How far reviewers agree beyond chance: 1 is full agreement, 0 is what chance gives. From 0.8 on, findings can be relied on; below 0.667 they cannot.";
export const cohensKappa = () =>
  "How far two reviewers agree beyond what the frequency of their answers gives by chance: 1 is full agreement, 0 is chance.";
