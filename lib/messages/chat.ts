/** The texts of chat. */
import { plural, type Value } from "./message.ts";

export const sidebar = () => "Sidebar";
export const skipToConversation = () => "Skip to the conversation";
export const conversations = () => "Conversations";
export const newConversation = () => "New conversation";
export const share = () => "Share";
export const listStale = () => "This list may be out of date.";
export const listEmpty = () => "Your conversations will appear here.";
export const today = () => "Today";
export const yesterday = () => "Yesterday";
export const previousDays = ({ days }: { days: Value }) => `Previous ${days} days`;
export const inspector = () => "Open the inspector";
export const signOut = () => "Sign out";
export const tryAgain = () => "Try again";
export const retry = () => "Retry";
export const continueAnswer = () => "Continue";
export const message = () => "Message";
export const messagePlaceholder = () => "Ask anything";
export const send = () => "Send";
export const stop = () => "Stop";
export const footnotes = () => "Footnotes";
export const footnote = ({ number }: { number: Value }) => `Footnote ${number}`;
export const backToText = ({ number }: { number: Value }) =>
  `Back to the text of footnote ${number}`;
export const taskDone = () => "Done";
export const taskOpen = () => "To do";
export const diagram = () => "Diagram";
export const drawingDiagram = () => "Drawing the diagram";
export const diagramNotDrawn = () => "This diagram cannot be drawn. Its source is shown instead.";
export const shownAsText = () =>
  "This text is shown as it was written: it is nested too deep, or too long, to be formatted.";
export const formulaAsText = () => "This formula is too large to be typeset. Its source is shown.";
export const showDiagram = () => "Show the diagram";
export const showDiagramSource = () => "Show the source";
export const enlargeDiagram = ({ name }: { name: Value }) => `${name}: show it large`;
export const documents = () => "Documents";
export const sources = () => "Sources";
export const passageGone = () => "This passage is no longer there.";
export const passageLoading = () => "Loading the passage";
export const openFile = () => "Download the file";
export const passageOf = ({ passage, total }: { passage: Value; total: Value }) =>
  `Passage ${passage} of ${total}`;
export const openSource = ({ number, name }: { number: Value; name: Value }) =>
  `Source ${number}: ${name}`;
export const sourceOnDay = ({ what, day }: { what: Value; day: Value }) => `${what}, ${day}`;
export const sourcePassage = ({ name, passage }: { name: Value; passage: Value }) =>
  `${name}, passage ${passage}`;
export const sourceConnected = () => "Connected service";
export const sourcePeople = () => "People directory";
export const sourceCalculation = () => "Calculation";
export const dismiss = () => "Dismiss";
export const charactersTooLong = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} character too long`, `${number} characters too long`);
export const showOlder = () => "Show older messages";
export const loadingOlder = () => "Loading older messages";
export const olderUnreachable = () => "Older messages could not be loaded.";
export const unreachable = () =>
  "The server cannot be reached. Check your connection and try again.";
export const serverFault = () => "Something went wrong on our side. Try again.";
export const unreadable = () => "What the server sent could not be read. Reload the page.";
export const sendUnreachable = () =>
  "The message may not have arrived. Check your connection and press Send again; it will not be sent twice.";
export const stopUnreachable = () =>
  "Stop did not reach the server, so the answer goes on. Try again.";
export const correctionUnreachable = () => "The correction did not reach the server. Try again.";
export const approve = () => "Approve";
export const change = () => "Change";
export const decline = () => "Decline";
export const approved = () => "Approved";
export const declined = () => "Declined";
export const expired = () => "No longer open";
export const approveQuestion = ({ question }: { question: Value }) => `Approve: ${question}`;
export const declineQuestion = ({ question }: { question: Value }) => `Decline: ${question}`;
export const endStopped = () => "You stopped this answer.";
export const endInterrupted = () => "This answer was interrupted.";
export const endFailed = () => "This answer could not be finished.";
export const endEmpty = () => "The model ended without an answer.";
export const you = () => "You";
export const assistant = () => "Assistant";
export const conversation = () => "Conversation";
export const copyAnswer = () => "Copy answer";
export const moreActions = () => "More";
export const copyFormatted = () => "Copy with formatting";
export const copied = () => "Copied";
export const notCopied = () => "The browser did not let this page copy.";
export const thumbUp = () => "Good answer";
export const thumbDown = () => "Bad answer";
export const whatWasGood = () => "What was good? (optional)";
export const whatWasWrong = () => "What was wrong? (optional)";
export const feedbackIsRead = () => "Operators can read it.";
export const noWords = () => "No words";
export const saveWords = () => "Save";
export const sayWhy = () => "Say why";
export const changeWhy = () => "Change";
export const youWrote = ({ words }: { words: Value }) => `You wrote: ${words}`;
export const downloadReceipt = () => "Download receipt";
export const copyCode = () => "Copy code";
export const code = () => "code";
export const table = () => "Table";
export const unnamedPicture = () => "Picture";
export const newest = () => "Newest";
export const loadingConversation = () => "Loading the conversation";
export const statusThinking = () => "Thinking";
export const statusWaiting = () => "Waiting for its turn: others are calculating";
export const statusQueued = () => "Waiting for a free place";
export const statusQueuedAt = ({ position }: { position: Value }) =>
  `Waiting for a free place: number ${position} in the queue`;
export const statusStarting = () => "The model is starting; this can take a while";
export const statusLookingUp = () => "Looking something up";
export const statusWorkingItOut = () => "Working it out";
export const statusReading = () => "Reading what you attached";
export const statusStopping = () => "Stopping";
export const connectionLost = () => "The connection is lost. Trying again";
export const keysWhileReading = () =>
  "Keys without Alt work while a message has the focus, or nothing has.";
export const keyPrevious = () => "Go to the message before";
export const keyNext = () => "Go to the next message";
export const keyEditLast = () => "Edit your last message, from the empty composer";
export const keyEdit = () => "Edit the message";
export const keyAgain = () => "Answer again";
export const keyCopy = () => "Copy the message as Markdown";
export const keyCopyFormatted = () => "Copy the message with formatting";
export const signInAgain = () => "Sign in to go on";
export const signInAgainWhy = () =>
  "Your session has ended. Nothing you wrote is lost: what waits is sent once you are signed in.";
export const signIn = () => "Sign in";
export const waitsForSignIn = () => "Waiting for you to sign in";
export const writeFirst = () => "Write a message first";
export const editWaits = () => "Wait until the answer has ended";
export const newsGenerating = () => "Generating";
export const newsComplete = () => "Answer complete";
export const newsStopped = () => "Answer stopped";
export const newsInterrupted = () => "Answer interrupted";
export const newsFailed = () => "Answer failed";
export const statusSending = () => "Waiting for the server";
export const waitsForYourDecision = () => "Waiting for your decision";
export const progress = () => "Progress";
export const phaseUnderstanding = () => "Understanding";
export const phaseWorking = () => "Working";
export const phaseWriting = () => "Writing";
export const forSeconds = ({ count }: { count: number }) =>
  plural(count, `for ${count} second`, `for ${count} seconds`);
export const forMinutes = ({ count }: { count: number }) =>
  plural(count, `for ${count} minute`, `for ${count} minutes`);
export const forHours = ({ count }: { count: number }) =>
  plural(count, `for ${count} hour`, `for ${count} hours`);
export const understood = () => "Understood so far";
export const correctFact = ({ fact }: { fact: Value }) => `Correct ${fact}`;
export const factCorrected = ({ fact }: { fact: Value }) => `${fact} is corrected.`;
export const save = () => "Save";
export const showLess = () => "Show less";
export const showAllLines = ({ count }: { count: Value }) => `Show all ${count} lines`;
export const notFound = () => "Not found";
export const conversationNotFound = () => "This conversation does not exist, or it is not yours.";
export const startNew = () => "Start a new conversation";
export const demoModel = () => "Demo model";
export const aboutDemoModel = () =>
  "Answers come from a small built-in demonstration, not from a language model.";
export const emptyHeading = () => "What would you like to know?";
export const emptyHint = () => "Ask a question, or attach a file and ask about it.";
export const emptyDemoHint = () =>
  "The demo model answers here. It knows only a few things; the examples below are among them.";
export const exampleFigureKind = () => "Calculate";
export const exampleFigure = () => "What is fibonacci(90)?";
export const exampleUsersKind = () => "Look something up";
export const exampleUsers = () => "List the users";
export const exampleBriefKind = () => "Write a document together";
export const exampleBrief = () => "I want to write a project brief for a new mobile app";
export const exampleLongKind = () => "Read at length";
export const exampleLong = () => "Write a long answer about lighthouses";
export const budgetTodayAlmostSpent = ({ percent }: { percent: Value }) =>
  `${percent} of today's budget for answers is used. When it is used up, there are no answers until midnight UTC.`;
export const budgetMonthAlmostSpent = ({ percent }: { percent: Value }) =>
  `${percent} of this month's budget for answers is used. When it is used up, there are no answers until the first of next month.`;
export const pictures = () => "Pictures";
export const versionOf = ({ index, count }: { index: Value; count: number }) =>
  `Version ${index} of ${count}`;
export const previousVersion = () => "Previous version";
export const nextVersion = () => "Next version";
export const editMessage = () => "Edit message";
export const editedMessage = () => "Edited message";
export const cancelEdit = () => "Cancel";
export const regenerate = () => "Answer again";
export const copyMessage = () => "Copy message";
export const pinned = () => "Pinned";
export const archivedConversations = () => "Archive";
export const backToConversations = () => "Back to conversations";
export const archiveEmpty = () => "Nothing is archived.";
export const moreConversations = () => "Older conversations";
export const conversationMenu = () => "Conversation menu";
export const menuOfThis = () => "Menu of this conversation";
export const conversationTitle = () => "Title of the conversation";
export const rename = () => "Rename";
export const pin = () => "Pin";
export const unpin = () => "Unpin";
export const archive = () => "Archive";
export const unarchive = () => "Remove from the archive";
export const deleteConversation = () => "Delete";
export const deletedConversation = ({ title }: { title: Value }) => `Deleted: ${title}`;
export const undo = () => "Undo";
export const stateRunning = () => "An answer is being written";
export const stateWaiting = () => "Needs your decision";
export const stateUnread = () => "New answer";
export const wrapLines = () => "Wrap long lines";
export const saveCode = () => "Save as a file";
export const opensAt = ({ host }: { host: Value }) => `(opens ${host} in a new tab)`;
const ALERTS = {
  note: "Note",
  tip: "Tip",
  important: "Important",
  warning: "Warning",
  caution: "Caution",
} as const;
export const alertTitle = ({ kind }: { kind: keyof typeof ALERTS }) => ALERTS[kind];
export const pastedAsText = () => "Pasted as text. The clipboard has a picture of it, too.";
export const attachPicture = () => "Attach the picture";
export const detailsSummary = () => "Details";
export const waitingMessages = () => "Messages that wait";
export const isBeingSent = () => "Sending";
export const withdrawMessage = () => "Take back";
export const waitsForLine = () => "Waiting for the connection. It will be sent by itself.";
export const waitsForAnswer = () => "Waiting for the answer to end. It will be sent then.";
export const waitsForDecision = () => "Approve or decline above first. It will be sent then.";
export const sendLater = () => "Queue";
export const alreadyApproved = () => "Already decided: approved.";
export const alreadyDeclined = () => "Already decided: declined.";
export const alreadyExpired = () => "This question is closed: the conversation has gone on.";
export const exportMarkdown = () => "Export as Markdown";
export const exportJson = () => "Export as JSON";
export const moveConversation = () => "Move to a folder";
export const selectConversation = () => "Select";
export const folders = () => "Folders";
export const newFolder = () => "New folder";
export const folderName = () => "Name of the folder";
export const folderMenu = () => "Folder menu";
export const folderHolds = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} conversation`, `${number} conversations`);
export const folderEmpty = () => "Nothing is in it yet. Move a conversation here from its menu.";
export const renameFolder = () => "Rename";
export const deleteFolder = () => "Delete the folder";
export const deleteFolderAsks = ({ name }: { name: Value }) => `Delete the folder “${name}”?`;
export const deleteFolderExplained = () =>
  "Its conversations stay. You find them in the list again.";
export const cancel = () => "Cancel";
export const moveAsks = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `Move ${number} conversation`, `Move ${number} conversations`);
export const noFolder = () => "No folder";
export const moveToNewFolder = () => "Make it and move";
export const selectMany = () => "Select conversations";
export const selectedCount = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `${number} selected`, `${number} selected`);
export const selectAll = () => "Select all shown";
export const endSelecting = () => "Done";
export const pinSelected = () => "Pin";
export const archiveSelected = () => "Archive";
export const unarchiveSelected = () => "Remove from the archive";
export const moveSelected = () => "Move to a folder";
export const exportSelected = () => "Export";
export const deleteSelected = () => "Delete";
export const deletedConversations = ({ count, number }: { count: number; number: Value }) =>
  plural(count, `Deleted: ${number} conversation`, `Deleted: ${number} conversations`);
export const selection = () => "Selected conversations";
export const hideSidebar = () => "Hide the sidebar";
export const showSidebar = () => "Show the sidebar";
export const withKey = ({ label, key }: { label: Value; key: Value }) => `${label} (${key})`;
export const rowHint = ({ title, when }: { title: Value; when: Value }) => `${title} · ${when}`;
export const news = ({ number, title }: { number: Value; title: Value }) => `(${number}) ${title}`;
export const memoryExpired = () =>
  "I no longer remember what we said before this point. You can still read it; tell me again what matters.";
export const noticeAnswer = () => "Your answer is ready";
export const noticeWord = () => "A question needs your decision";
export const noticesTurnOn = () => "Notify me of answers";
export const noticesTurnOff = () => "Stop notifying me";
export const noticesBlocked = () => "Notifications are blocked by the browser";
