/** The texts of inspector envelope. */
import { plural, type Value } from "./message.ts";

export const nothingChanged = () => "Nothing changed.";
export const changes = () => "Changes";
export const added = () => "added";
export const changed = () => "changed";
export const removed = () => "removed";
export const inTheEnvelope = () => "envelope";
export const changedRunId = () => "Changed run id";
export const foreignScope = () => "Foreign scope";
export const before = () => "before";
export const after = () => "after";
export const node = () => "Node";
export const run = () => "Run";
export const parentHop = () => "Parent hop";
export const itCarriesNoVariables = () => "It carries no variables.";
export const metadata = () => "Metadata";
export const leftByThisHop = () => "Left by this hop";
export const grewFromTo = ({ arrived, left }: { arrived: Value; left: Value }) =>
  `variables: ${arrived} arrived, ${left} go on`;
export const itAddedNothingToItsScope = () => "It wrote nothing into its scope.";
export const scope = ({ scope }: { scope: Value }) => `Scope ${scope}`;
export const ownedBy = () => "owned by";
export const variableCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} variable`, `${number} variables`);
export const forACoordinatorToWrite = () => "a coordinator's to write";
export const forAnAgentToWrite = () => "an agent's to write";
export const forAServiceToWrite = () => "a service's to write";
export const forAToolToWrite = () => "a tool's to write";
export const forAGatewayToWrite = () => "a gateway's to write";
export const ref = () => "$ref";
export const largeVariablesAreBack = ({ bytes }: { bytes: Value }) =>
  `The variables were too large for headers: ${bytes} were stored under their digest and are put back here.`;
export const largeVariablesAreGone = () =>
  "The variables were too large for headers, and what was stored under their digest is no longer here.";
export const malformed = () => "Malformed";
export const whatCanBeReadOfIt = () => "What can be read of it";
export const loadingTheHops = () => "Loading the hops";
export const noHopHasStartedYet = () => "No hop has started yet.";
export const noHopWasRecorded = () => "No hop was recorded.";
export const allHops = () => "All hops";
export const emptyText = () => "Empty text";
export const nameMasked = () => "name masked";
export const decoded = () => "Decoded";
export const versionNotReadable = () => "version not readable";
export const version = ({ version }: { version: Value }) => `version ${version}`;
export const signature = () => "Signature";
export const size = () => "Size";
export const headersAsTheyArrived = () => "Headers as they arrived";
export const headerCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} header`, `${number} headers`);
export const header = () => "header";
export const thereIsNoXAgentState = () => "There is no x-agent-state header.";
export const allHeaders = () => "All headers";
export const none = () => "None.";
export const rawHeaders = () => "Raw headers";
export const sizeInBudget = ({
  size,
  budget,
  percent,
  verdict,
}: {
  size: Value;
  budget: Value;
  percent: Value;
  verdict: Value;
}) => `${size} of ${budget} · ${percent} % · ${verdict}`;
export const sizeInBudgetSpoken = ({
  size,
  budget,
  verdict,
}: {
  size: Value;
  budget: Value;
  verdict: Value;
}) => `${size} of ${budget}, ${verdict}`;
export const underOne = () => "under 1";
export const overTheBudget = () => "over the budget";
export const nearlyFull = () => "nearly full";
export const withinTheBudget = () => "within the budget";
export const againstItsBudget = ({ name }: { name: Value }) => `${name} against its budget`;
export const envelopeOf = ({ ref }: { ref: Value }) => `Envelope of ${ref}`;
export const loadingTheEnvelope = () => "Loading the envelope";
export const hop = () => "hop";
export const missingParent = () => "parent";
export const missingParentIsNotInTheLog = () => "is not in the log";
export const under = () => "under";
export const firstOfItsTree = () => "the first of its tree: no hop is above it";
export const startsUnderThisId = () => "Starts under this id";
export const thisIdStartedTimes = ({ times }: { times: Value }) =>
  `This id started ${times} times:`;
export const event = ({ seq }: { seq: Value }) => `event ${seq}`;
export const findings = () => "Findings";
export const difference = () => "Difference";
export const toWhatArrivedAt = ({ kind, nodeId }: { kind: Value; nodeId: Value }) =>
  `to what arrived at ${kind} ${nodeId}`;
export const oneOfTheTwoEnvelopesCannot = () =>
  "One of the two envelopes cannot be read, so they cannot be compared.";
export const noHeadersWereRecordedForThis = () => "No headers were recorded for this hop.";
export const nothingArrivedHereTheEnvelopeBegins = () =>
  "Nothing arrived here: the envelope begins with this hop.";
export const showingOfHops = ({ hops, all }: { hops: Value; all: Value }) =>
  `Showing ${hops} of ${all} hops`;
export const hops = () => "Hops";
export const verified = () => "Verified";
export const forged = () => "Forged";
export const unsigned = () => "Unsigned";
export const notChecked = () => "Not checked";
export const theHopFoundTheSame = () => "The hop found the same.";
export const theHopItselfFound = ({ recorded }: { recorded: Value }) =>
  `The hop itself found: ${recorded}.`;
export const payloadFindings = () => "Not valid";
export const unknownVersion = ({ version }: { version: Value }) => `Unknown version ${version}`;
