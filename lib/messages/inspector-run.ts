/** The texts of inspector run. */
import { plural, type Value } from "./message.ts";

export const eraseConversation = () => "Erase…";
export const exportRun = () => "Export";
export const rowsMissing = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} row is missing from the log`, `${number} rows are missing from the log`);
export const endMissing = () => "The end is missing from the log";
export const panels = () => "What happened in this run";
export const panelDesk = () => "Case";
export const panelConversation = () => "Conversation";
export const panelAccount = () => "Account";
export const panelEvents = () => "Events";
export const panelTimeline = () => "Timeline";
export const panelGraph = () => "Hop graph";
export const panelEnvelope = () => "Envelope";
export const panelModelCalls = () => "Model calls";
export const panelStates = () => "Hidden state";
export const panelContext = () => "Context state";
export const panelPlan = () => "Plan and execution";
export const keys = () => "Keys";
export const keysWhileWriting = () => "No key acts while you are writing.";
export const loading = () => "Loading";
export const runs = () => "Runs";
export const compareWith = () => "Compare with…";
export const runId = () => "run id";
export const person = () => "Person";
export const agents = ({ count }: { count: number }) => plural(count, "Agent", "Agents");
export const deviation = () => "Deviation";
export const policy = () => "Policy";
export const model = () => "Model";
export const started = () => "Started";
export const duration = () => "Duration";
export const rounds = () => "Rounds";
export const toolCalls = () => "Tool calls";
export const tokensInOut = () => "Tokens in / out";
export const run = () => "Run";
export const loadingTheRun = () => "Loading the run";
export const searchInThisRun = () => "Search in this run";
export const searching = () => "Searching";
export const eventCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} event`, `${number} events`);
export const eventsFound = () => "Events found";
export const searchedNamesIdsFindingsAndWhat = () =>
  "Searched: names, ids, findings and what the person saw. What is masked for auditors is not searched: a hit would tell what it holds.";
export const noEventHoldsTheseWords = () => "No event holds these words.";
export const showingOfEvents = ({ hits, total }: { hits: Value; total: Value }) =>
  `Showing ${hits} of ${total} events`;
export const nextOrPreviousHopEventCall = () =>
  "Next or previous hop, event, call, step, agent or delta of the open panel";
export const theSameInAListElsewhere = () => "The same, in a list; elsewhere they scroll";
export const firstAndLastOfAList = () => "First and last of a list";
export const openOrCloseTheRow = () => "Open or close the row";
export const timelineTreesExpandCollapseContextState = () =>
  "Timeline, trees: expand, collapse. Context state: a delta on or back";
export const openThePanelOfThatPlace = () => "Open the panel of that place in the tabs";
export const clearTheSelection = () => "Clear the selection";
export const thisList = () => "This list";
export const pageTitle = ({ id }: { id: Value }) => `Run ${id}`;
export const figures = () => "Figures";
export const cost = () => "Cost";
