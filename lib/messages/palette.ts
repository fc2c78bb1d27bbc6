/** The texts of palette. */

export const search = () => "Search";
export const newConversation = () => "New conversation";
export const findHere = () => "Find in this conversation";
export const toggleSidebar = () => "Show or hide the sidebar";
export const writeMessage = () => "Write a message";
export const keyHelp = () => "Keyboard shortcuts";
export const settings = () => "Settings";
export const account = () => "Account";
export const themeLight = () => "Light theme";
export const themeDark = () => "Dark theme";
export const themeSystem = () => "Theme of the system";
export const rename = () => "Rename this conversation";
export const pin = () => "Pin this conversation";
export const unpin = () => "Unpin this conversation";
export const archive = () => "Archive this conversation";
export const unarchive = () => "Bring this conversation back from the archive";
export const exportMarkdown = () => "Export this conversation as Markdown";
export const exportJson = () => "Export this conversation as JSON";
export const inspector = () => "Open the inspector";
export const signOut = () => "Sign out";
export const send = () => "Send the message";
export const newLine = () => "New line in the message";
export const stopAnswer = () => "Stop the answer, or close what is open";
export const groupWriting = () => "Writing";
export const groupMoving = () => "Moving about";
export const groupThis = () => "This conversation";
export const groupYours = () => "Yours";
