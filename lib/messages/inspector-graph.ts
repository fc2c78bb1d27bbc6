/** The texts of inspector graph. */
import { plural, type Value } from "./message.ts";

export const hopGraph = () => "Hop graph";
export const zoomOut = () => "Zoom out";
export const zoomIn = () => "Zoom in";
export const fitTheGraph = () => "Fit the graph";
export const noHopHasStartedYet = () => "No hop has started yet.";
export const noHopWasRecorded = () => "No hop was recorded.";
export const hopsOfRun = ({ runId }: { runId: Value }) => `Hops of run ${runId}`;
export const passedAndBegan = ({ passed, began }: { passed: Value; began: Value }) =>
  `${passed} · began at ${began}`;
export const calledBy = () => "called by";
export const parallel = () => "∥ parallel";
export const hopsAsATable = () => "Hops as a table";
export const hopsParentsBeforeChildren = () => "Hops, parents before children";
export const hop = () => "Hop";
export const calledByHeading = () => "Called by";
export const received = () => "Received";
export const outcome = () => "Outcome";
export const began = () => "Began";
export const took = () => "Took";
export const showAs = () => "Show as";
export const graph = () => "Graph";
export const table = () => "Table";
export const showingOfHops = ({ shown, all }: { shown: Value; all: Value }) =>
  `Showing ${shown} of ${all} hops`;
export const showAll = () => "Show all";
export const hopsInGroups = ({ hops }: { hops: Value }) => `${hops} in groups`;
export const hopsFoldedBelow = ({ hops }: { hops: Value }) => `${hops} folded below`;
export const hopsNotDrawn = ({ hops }: { hops: Value }) => `${hops} outside of what is drawn`;
export const thePictureCouldNotBeMade = () => "The picture could not be made.";
export const itIsItsOwnAncestor = () => "It is its own ancestor";
export const selectedHop = () => "Selected hop";
export const outcomeAndTimes = ({
  outcome,
  seconds,
  took,
}: {
  outcome: Value;
  seconds: Value;
  took: Value;
}) => `${outcome} · began at ${seconds} s · ${took}`;
export const hopReceived = ({ passed }: { passed: Value }) => `received ${passed}`;
export const hopWord = () => "hop";
export const showFromHere = () => "Show from here";
export const envelope = () => "Envelope";
export const selectNothing = () => "Select nothing";
export const loadingTheHops = () => "Loading the hops";
export const drawingTheGraph = () => "Drawing the graph";
export const saveAs = ({ kind }: { kind: Value }) => `Save as ${kind}`;
export const plusFolded = ({ hops }: { hops: Value }) => `+ ${hops} folded`;
export const plusBelow = ({ hops }: { hops: Value }) => `+ ${hops} below`;
export const running = () => "running";
export const ok = () => "OK";
export const failed = () => "failed";
export const denied = () => "denied";
export const stopped = () => "stopped";
export const speculativeUsed = () => "speculative, used";
export const speculativeDiscarded = () => "speculative, discarded";
export const leftForApproval = () => "left for approval";
export const waiting = () => "waiting";
export const noEnd = () => "no end";
export const orphan = () => "orphan";
export const cycle = () => "cycle";
export const duplicateId = () => "duplicate id";
export const clockSkew = () => "clock skew";
export const malformedEnvelope = () => "malformed envelope";
export const foreignScopeWrite = () => "foreign-scope write";
export const unplanned = () => "not planned";
export const retried = () => "retried";
export const neverEnded = () => "never ended";
export const hiddenWords = () => "hidden words";
export const inventedCitation = () => "invented citation";
export const finding = () => "finding";
export const findingInHops = ({ finding, hops }: { finding: Value; hops: Value }) =>
  `${finding} in ${hops}`;
export const otherCoordinators = () => "other coordinators";
export const otherAgents = () => "other agents";
export const otherGateways = () => "other gateways";
export const otherServices = () => "other services";
export const otherTools = () => "other tools";
export const coordinatorsInAGroup = () => "coordinators in a group";
export const agentsInAGroup = () => "agents in a group";
export const gatewaysInAGroup = () => "gateway passages in a group";
export const servicesInAGroup = () => "services in a group";
export const toolsInAGroup = () => "tools in a group";
export const failedHops = ({ hops }: { hops: Value }) => `${hops} failed`;
export const runningHops = ({ hops }: { hops: Value }) => `${hops} running`;
export const timeInAll = ({ time }: { time: Value }) => `${time} in all`;
export const passedArguments = ({ digest }: { digest: Value }) => `arguments ${digest}`;
export const variableCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} variable`, `${number} variables`);
export const nothing = () => "nothing";
export const foldedBelow = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} hop folded below`, `${number} hops folded below`);
export const zoomedOut = () => "Zoomed out: text is below 11 pixels.";
export const fit = () => "Fit";
