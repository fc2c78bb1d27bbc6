/** The texts of inspector states. */
import { plural, type Value } from "./message.ts";

export const itsPartOfThePlan = () => "Its part of the plan";
export const storedWhenTheRunEnds = () => "Stored when the run ends.";
export const thisRunKeptNothingWhatWas = () =>
  "This run kept nothing: what was known before still holds.";
export const stateOf = ({ agentId }: { agentId: Value }) => `State of ${agentId}`;
export const shownAs = () => "Shown as";
export const asJson = () => "JSON";
export const asExchanges = () => "Exchanges";
export const before = () => "Before";
export const nothing = () => "nothing";
export const notYetStored = () => "not yet stored";
export const unchanged = () => "unchanged";
export const nothingWasKnownBeforeThisRun = () => "Nothing was known before this run.";
export const after = () => "After";
export const quarantined = () => "Quarantined";
export const inThisConversation = () => "in this conversation";
export const versionOfSize = ({ version, size }: { version: Value; size: Value }) =>
  `Version ${version} (${size})`;
export const noReasonWasRecorded = () => "no reason was recorded";
export const version = () => "Version";
export const showingOfExchanges = ({
  count,
  shown,
  number,
}: {
  count: number;
  shown: Value;
  number: Value;
}) =>
  plural(
    count,
    `Showing ${shown} of ${number} exchange.`,
    `Showing ${shown} of ${number} exchanges.`,
  );
export const exchangeCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} exchange`, `${number} exchanges`);
export const showEarlier = ({ value }: { value: Value }) => `Show ${value} earlier`;
export const exchange = ({ ordinal }: { ordinal: Value }) => `Exchange ${ordinal}`;
export const addedByThisRun = () => "added by this run";
export const noLongerKept = () => "no longer kept";
export const toolCallCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} tool call`, `${number} tool calls`);
export const person = () => "Person";
export const result = () => "Result";
export const answer = () => "Answer";
export const assistant = () => "Assistant";
export const callId = () => "call";
export const answersCallId = () => "answers";
export const call = ({ tool }: { tool: Value }) => `Call ${tool}`;
export const delta = () => "Delta";
export const whatThisRunChanged = () => "What this run changed";
export const beforeCannotBeDecoded = () =>
  "The state before cannot be decoded: this compares what is stored.";
export const afterCannotBeDecoded = () =>
  "The state after cannot be decoded: this compares what is stored.";
export const exchangeAdded = () => "Exchange added";
export const exchangeLeftOutToSaveRoom = () => "Exchange left out to save room";
export const kept = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} exchange kept`, `${number} exchanges kept`);
export const added = () => "added";
export const removed = () => "removed";
export const replaced = () => "replaced";
export const theSameStateWasStoredAgain = () => "The same state was stored again";
export const sizeOfSState = ({ agentId }: { agentId: Value }) => `Size of ${agentId}'s state`;
export const sizeOverTurns = () => "Size over turns";
export const stored = ({ storedBytes }: { storedBytes: Value }) => `stored, ${storedBytes}`;
export const storedWithCalls = ({
  count,
  storedBytes,
  number,
}: {
  count: number;
  storedBytes: Value;
  number: Value;
}) =>
  plural(
    count,
    `stored, ${storedBytes} with ${number} call`,
    `stored, ${storedBytes} with ${number} calls`,
  );
export const noExpectedSizeIsKnown = () => "no expected size is known";
export const about = ({ seedBytes }: { seedBytes: Value }) => `, about ${seedBytes}`;
export const expected = () => "expected";
export const showingOfVersions = ({
  count,
  sizes,
  number,
}: {
  count: number;
  sizes: Value;
  number: Value;
}) =>
  plural(count, `Showing ${sizes} of ${number} version`, `Showing ${sizes} of ${number} versions`);
export const theSameAsATable = () => "The same as a table";
export const calls = () => "Calls";
export const storedColumn = () => "Stored";
export const expectedColumn = () => "Expected";
export const by = () => "By";
export const versionQuarantined = ({ version }: { version: Value }) => `${version} (quarantined)`;
export const writtenBy = () => "by";
export const thisRun = () => "this run";
export const thePersonOrALostRun = () => "the person, or a run that is gone";
export const itsRun = () => "its run";
export const nothingWasKnownBeforeWhatThis = () =>
  "Nothing was known before. What this run keeps is stored when it ends.";
export const nothingWasKnownBeforeAndThis = () =>
  "Nothing was known before, and this run kept nothing.";
export const loadingTheHiddenState = () => "Loading the hidden state";
export const versionNumber = ({ version }: { version: Value }) => `version ${version}`;
export const titleOfVersion = ({ title, version }: { title: Value; version: Value }) =>
  `${title}: version ${version}`;
export const storedDecoded = ({
  storedBytes,
  decodedBytes,
}: {
  storedBytes: Value;
  decodedBytes: Value;
}) => `${storedBytes} stored, ${decodedBytes} decoded`;
export const quarantinedVersion = () => "quarantined";
export const quarantinedBecause = ({ reason }: { reason: Value }) => `Quarantined: ${reason}`;
export const cannotBeDecoded = ({ finding }: { finding: Value }) => `Cannot be decoded: ${finding}`;
export const finding = ({ finding }: { finding: Value }) => `Finding: ${finding}`;
export const asItIsStored = () => "As it is stored";
export const decodedState = () => "Decoded state";
export const noExchangeIsKept = () => "No exchange is kept.";
export const anEarlierRun = () => "an earlier run";
export const remembersItsToolCalls = () => "remembers its tool calls";
export const remembersAConversationsId = () => "remembers a conversation's id";
export const remembersStructuredFacts = () => "remembers structured facts";
export const declaresNoMemory = () => "declares no memory";
export const onlyInTheLeftRun = () => "Only left";
export const onlyInTheRightRun = () => "Only right";
