/** The texts of the plain account of a run: its sentences, and the panel that shows them. */
import { plural, type Value } from "./message.ts";

export const title = () => "What happened";
export const loading = () => "Loading the account";
export const nothingYet = () => "Nothing has happened that can be told yet.";
export const leftOut = ({ count, number }: { count: number; number: Value }) =>
  plural(
    count,
    `${number} event in the middle of this very long log is not told here.`,
    `${number} events in the middle of this very long log are not told here.`,
  );
export const explained = () =>
  "Written by the program from the log alone, without a model. The numbers are the events that a sentence is made from.";
export const event = ({ seq }: { seq: Value }) => `Event ${seq}`;
export const moreEvents = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `and ${number} more event`, `and ${number} more events`);

export const inNoSentence = ({ seq }: { seq: Value }) =>
  `No sentence above names the selected event ${seq}.`;
export const showInTheLog = () => "Show it in the log";

export const topicAsked = () => "Asked";
export const topicPlanned = () => "Planned";
export const topicDid = () => "Done";
export const topicRead = () => "Read";
export const topicAllowed = () => "Allowed";
export const topicChanged = () => "Changed";
export const topicRemembered = () => "Remembered";
export const topicEnded = () => "Ended";
export const topicCost = () => "Cost";
export const topicDeparted = () => "Off plan";
export const topicOdd = () => "Odd";
export const topicUnknown = () => "Not known";

type Counted = { count: number; number: Value };

export const times = ({ name, count, number }: Counted & { name: Value }) => {
  if (count === 1) return String(name);
  return count === 2 ? `${name} twice` : `${name} ${number} times`;
};
export const others = ({ count, number }: Counted) =>
  plural(count, `${number} other`, `${number} others`);

export const asked = () => "The person asked this.";
export const askedWithFiles = () => "The person asked this, with files.";
export const askedInOtherWords = () =>
  "The person asked this in place of an earlier wording, which stays beside it.";
export const askedForAnother = () =>
  "The person asked for another answer to this; earlier ones stay beside it.";
export const continued = () => "The person asked for the rest of an answer that was cut off.";

export const planned = ({ count, number, agents }: Counted & { agents: Value }) =>
  plural(
    count,
    `The coordinator planned ${number} step, by ${agents}`,
    `The coordinator planned ${number} steps, by ${agents}`,
  );
export const plannedByPerson = ({ count, number, agents }: Counted & { agents: Value }) =>
  plural(
    count,
    `The person's decision set the plan: ${number} step, by ${agents}`,
    `The person's decision set the plan: ${number} steps, by ${agents}`,
  );
export const unplanned = ({ agents }: { agents: Value }) =>
  `No plan could be made, so that ${agents} went on without one`;
export const planChanged = ({ count, number }: Counted) =>
  plural(
    count,
    `; the plan was changed ${number} time.`,
    `; the plan was changed ${number} times.`,
  );
export const routed = ({ agents }: { agents: Value }) => `The work was given to ${agents}.`;

export const didCalls = ({ agent, calls }: { agent: Value; calls: Value }) =>
  `${agent} called ${calls}`;
export const beganEarly = ({ agent }: { agent: Value }) =>
  `${agent} began early, and its work was not used`;
export const didAlone = ({ agent }: { agent: Value }) => `${agent} worked without tools`;
export const moreTurns = ({ count, number, agents }: Counted & { agents: Value }) =>
  plural(
    count,
    `Then ${number} more turn of an agent followed: ${agents}`,
    `Then ${number} more turns of agents followed: ${agents}`,
  );
export const withCalls = ({ calls }: { calls: Value }) => `, with calls of ${calls}`;
export const callsOfNoAgent = ({ calls }: { calls: Value }) =>
  `Outside of any agent that the log names, ${calls} was called`;
export const callsFailed = ({ count, number }: Counted) =>
  plural(count, `; ${number} call did not succeed`, `; ${number} calls did not succeed`);
export const callsLeft = ({ calls }: { calls: Value }) => `; left to the person: ${calls}`;
export const endedOk = () => ", and finished";
export const endedFailed = () => ", and failed";
export const endedDenied = () => ", and was not allowed to go on";
export const endedStopped = () => ", and was stopped";
export const endedNowhere = () => ", and its end is not on record";
export const stillWorking = () => ", and is still working";

export const modelRead = ({ count, number, what }: Counted & { what: Value }) =>
  plural(
    count,
    `The model was called ${number} time, and read ${what}.`,
    `The model was called ${number} times, and read ${what}.`,
  );
export const modelCalled = ({ count, number }: Counted) =>
  plural(count, `The model was called ${number} time.`, `The model was called ${number} times.`);
export const readInstructions = () => "its instructions";
export const readOwnInstructions = () => "the person's own instructions";
export const readQuestion = () => "the question";
export const readFiles = () => "files of the person";
export const readEarlier = () => "earlier turns";
export const readFacts = () => "remembered facts";
export const readResults = () => "results of this run";
export const sourcesRead = ({ tools }: { tools: Value }) => `Sources came from ${tools}:`;
export const sourcesCited = () => "The answer cites these sources:";

export const policiesAllowed = ({ calls }: { calls: Value }) => `Policies allowed ${calls}.`;
export const policiesDenied = ({ calls }: { calls: Value }) => `Policies denied ${calls}.`;
export const policiesWouldDeny = ({ calls }: { calls: Value }) =>
  `Policies that only observe would have denied ${calls}.`;
export const approvalNeeded = ({ calls }: { calls: Value }) =>
  `Policies left ${calls} to the person's approval.`;
export const approvalAsked = ({ tools }: { tools: Value }) =>
  `The person was asked to approve ${tools}:`;
export const ranApproved = ({ calls }: { calls: Value }) =>
  `With the person's approval, ${calls} ran.`;
export const personApproved = () => "The person approved the call.";
export const personDeclined = () => "The person declined the call.";
export const personDecided = ({ approved, declined }: { approved: Value; declined: Value }) =>
  `Approved by the person: ${approved}; declined: ${declined}.`;
export const personChanged = ({ count, number }: Counted) =>
  plural(
    count,
    `The person changed ${number} argument and approved the call.`,
    `The person changed ${number} arguments and approved the call.`,
  );

export const changedOutside = ({ calls }: { calls: Value }) =>
  `Outside of the conversation, ${calls} made a change.`;
export const mayHaveChanged = ({ calls }: { calls: Value }) =>
  `A change by ${calls} did not succeed, or not as a whole.`;
export const filesKept = () => "Files were kept with the answer:";

export const memoryLoaded = ({ agents }: { agents: Value }) =>
  `${agents} began with what earlier turns left.`;
export const memorySaved = ({ agents }: { agents: Value }) =>
  `${agents} kept something for later turns.`;

export const answerComplete = () => "The answer is complete.";
export const answerStopped = () => "The person stopped the answer.";
export const answerInterrupted = () => "The answer was interrupted.";
export const answerFailed = () => "The answer failed.";
export const answerEmpty = () => "The run ended without an answer.";
export const because = ({ ending, reason }: { ending: Value; reason: Value }) =>
  `${ending} The reason on record: ${reason}.`;

export const tokensUsed = ({ input, output }: { input: Value; output: Value }) =>
  `The model read ${input} tokens and wrote ${output}`;
export const costKnown = ({ cost }: { cost: Value }) => `, for ${cost}.`;
export const costAtLeast = ({ cost }: { cost: Value }) =>
  `, for at least ${cost}: some calls have no known cost.`;
export const costUnknown = () => "; what that cost is not on record.";

export const deviationScored = ({ score }: { score: Value }) =>
  `The execution left the plan by ${score}, where 1 is nothing as planned`;
export const ranAsPlanned = () => "What ran is what was planned";
export const deviationUnscored = () => "Plan and execution could not be compared";
export const departures = () => "The execution left the plan";
export const notPlanned = ({ calls }: { calls: Value }) => `; not planned: ${calls}`;
export const notDone = ({ calls }: { calls: Value }) => `; did not succeed: ${calls}`;
export const leftToPerson = ({ calls }: { calls: Value }) => `; left to the person: ${calls}`;

export const odd = ({ what }: { what: Value }) => `To look at: ${what}.`;
export const alsoOdd = ({ what }: { what: Value }) => `Also: ${what}.`;
export const oddTimes = ({ what, number }: { what: Value; number: Value }) =>
  `${what} (${number} times)`;
export const takenOver = () => "another process took over the run";
export const answerRestarted = () => "a part of the answer was replaced";
export const forgedSignature = () => "a hop has a forged signature";
export const envelopeFinding = ({ code }: { code: Value }) => `an envelope is wrong (${code})`;
export const stateFinding = ({ agent }: { agent: Value }) =>
  `the memory of ${agent} could not be read`;
export const queued = () => "a model call waited for a free place";
export const retried = () => "a model call was repeated";
export const refused = () => "a model's server refused a call";
export const callNotAnswered = () => "a model call brought no whole answer";
export const callsInText = () => "a model wrote calls as text";
export const callsLeftOut = () => "what looked like a call in a model's text did not run";
export const citationsInvented = () => "a model cited sources that it did not have";
export const memoryPolicyViolated = ({ rule }: { rule: Value }) =>
  `a prompt broke a memory policy (${rule})`;
export const planRefused = () => "a plan of the model was not valid";
export const contextRefused = ({ agent }: { agent: Value }) =>
  `a change of the memory of ${agent} was refused`;
export const noted = ({ code }: { code: Value }) => `a note of the program says “${code}”`;
export const hopFailed = () => "a part of the program or a service failed";

export const whyUnknown = () => "The log cannot say why the model chose its words";
export const endUnknown = ({ calls }: { calls: Value }) => `It does not say how ${calls} ended`;
export const erasedEvents = ({ count, number }: Counted) =>
  plural(count, `${number} event was erased`, `${number} events were erased`);
export const unreadableEvents = ({ count, number }: Counted) =>
  plural(count, `${number} event cannot be read`, `${number} events cannot be read`);
