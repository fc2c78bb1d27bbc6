/** The texts of errors. */
export const signedOut = () => "You are signed out. Sign in and try again.";
export const otherPerson = () =>
  "Somebody else has signed in on this browser. This message was not sent.";
export const notFound = () => "This does not exist, or you may not open it.";
export const forbidden = () => "This does not exist, or you may not open it.";
export const needsAnotherAdmin = () => "You asked for this yourself. Another admin must agree.";
export const caseLeft = () =>
  "You do not have this case any more: your time was over, or it is judged. Take it again.";
export const undoOver = () => "This verdict cannot be undone any more. It can be corrected.";
export const rubricChanged = () =>
  "Somebody else has changed the rubric meanwhile. Load the page again to see their version.";
export const requestOver = () => "This request was decided, replaced by a newer one, or has ended.";
export const toolToldOtherwise = () =>
  "This description was accepted already, or its server tells another one by now. Read it again.";
export const askerIsNoAdmin = () => "Whoever asked is no longer an admin. Nothing was opened.";
export const notSealed = () => "This answer is being sealed. Try again in a moment.";
export const invalid = () => "Something in that request is not valid. Check it and try again.";
export const tooLarge = () => "The file is larger than 10 MB. Attach a smaller one.";
export const badRequest = () =>
  "This request cannot be read. Load the page again and try once more.";
export const bodyUnwanted = () =>
  "This request cannot be read. Load the page again and try once more.";
export const bodyTooLarge = () =>
  "That is too large to be sent at once. Make it shorter and send it again.";
export const headersTooLarge = () =>
  "Your browser sends too much along. Clear the cookies of this site and sign in again.";
export const noSuchMethod = () =>
  "This address cannot do that. Load the page again and try once more.";
export const foreignOrigin = () =>
  "This did not come from a page of this site, so it was refused. Open the site and try it there.";
export const pageOutdated = () =>
  "This page is older than the server. Load it again, then try once more.";
export const requestTimeout = () =>
  "What you sent took too long to arrive. Check your connection and send it again.";
export const unsupportedType = () =>
  "This kind of file cannot be read. Attach text or code, .csv, .pdf, .docx, .xlsx, .pptx or a picture (.png, .jpg, .webp, .gif).";
export const fileEmpty = () => "It is empty.";
export const fileProtected = () =>
  "It is protected by a password. Save it without one and attach it again.";
export const fileOldOffice = () =>
  "It is in an Office format of before 2007. Save it as .docx, .xlsx or .pptx and attach it again.";
export const fileMisnamed = () =>
  "Its content does not match its file extension. Correct the extension and attach it again.";
export const fileNoEncoding = () =>
  "Its name says that it is text, and its content reads well in no encoding. Save it as UTF-8 and attach it again.";
export const encodingUnfit = () =>
  "The file does not read well in this encoding: much of it would be no letters. Choose another one.";
export const fileDamaged = () =>
  "It is damaged and cannot be opened. Save or download it anew and attach it again.";
export const fileUnpacksTooLarge = () =>
  "It is small, but what is packed in it is too large to be read. Attach a part of it.";
export const fileTooMuchWork = () =>
  "It is small, but opening it takes too much work. Save it anew in a simpler form, or attach a part of it.";
export const pictureTooLarge = () =>
  "The picture is larger than 50 million pixels or than 16,383 on a side. Make it smaller and attach it again.";
export const fileNotOpened = () => "It could not be opened just now. Attach it again in a moment.";
export const runActive = () =>
  "An answer is still being written. Wait for it, or stop it, then send again.";
export const notRetryable = () => "Only the newest answer can be tried again.";
export const notContinuable = () =>
  "Only the newest answer can be continued, and only where it is not whole.";
export const rateLimited = () => "Too many attempts. Wait a minute and try again.";
export const folderExists = () => "You have a folder of this name already.";
export const tooManyFolders = () => "You have as many folders as you may. Delete one first.";
export const tooManyRuns = () =>
  "You have reached the limit for answers at once. Wait for one, or stop one, then send again.";
export const tooManySends = () =>
  "You have sent many messages in the last minute. Wait a minute, then send again.";
export const tooManyStreams = () =>
  "You have too many tabs open that are following answers. Close one of them, then load this page again.";
export const tooManyUploads = () =>
  "You have attached many files in the last minute. Wait a minute, then attach the rest.";
export const tooMuchAtOnce = () =>
  "You have asked for much of this at once, so this was not begun. Wait a moment and try again.";
export const uploadQuota = () =>
  "You have uploaded as much as you may in a day. Remove files that you do not need, or come back tomorrow.";
export const modelBusy = () => "The model is very busy right now. Try again in a moment.";
export const modelUnavailable = () =>
  "The model cannot be reached right now. Try again in a moment.";
export const modelUnauthorised = () =>
  "The model does not let this server in. This is not about your message; the people who run this server need to fix it.";
export const modelMissing = () =>
  "The model that this server is set to use is not there. This is not about your message; the people who run this server need to fix it.";
export const modelNoCredit = () =>
  "This server's account with the model has no credit left. This is not about your message; the people who run this server need to fix it.";
export const modelLimitReached = () =>
  "This server has used up what its model allows for now, which may last until tomorrow. This is not about your message; the people who run this server can raise the limit.";
export const modelLacksTools = () =>
  "This needs a model that can use tools, and this server's model cannot. The people who run it can choose another one.";
export const modelTooSlow = () => "The model did not answer in time. Try again in a moment.";
export const modelFiltered = () =>
  "The model's provider has filtered this. Saying it in other words may help.";
export const requestTooLong = () =>
  "This conversation, or what is attached to it, has become too long for the model. Start a new conversation, or attach less.";
export const answerTruncated = () =>
  "The answer reached the model's limit of length and ends here.";
export const answerIncomplete = () => "This answer may be incomplete.";
export const answerFiltered = () => "The model's provider has filtered the rest of this answer.";
export const answerDeclined = () => "The model declined to answer this.";
export const modelCutOff = () =>
  "The answer was cut off on its way. What arrived is kept; you can try again.";
export const modelRefused = () =>
  "The model did not accept the request as this server sent it. This is not about your wording; the people who run this server can find out why.";
export const modelProtocol = () => "The model's answer could not be read. Try again.";
export const roundLimit = () =>
  "This took more steps than one answer may take, so it stopped here. Try a smaller question.";
export const toolLimit = () =>
  "The assistant kept asking for the same thing and came to no answer, so it stopped here. Try other words, or a smaller question.";
export const timeLimit = () =>
  "This took longer than one answer may take, so it stopped here. Try a smaller question.";
export const policyViolation = () =>
  "Something went wrong on our side, and this answer was not written. Try again.";
export const policyDenied = () => "The rules of this server do not allow that.";
export const leaseLost = () => "The answer was interrupted. You can try again.";
export const interrupted = () => "The answer was interrupted. You can try again.";
export const internal = () => "Something went wrong on our side. Try again.";
export const auditUnavailable = () =>
  "The audit trail cannot be written right now, so nothing that people wrote is shown: a look that leaves no record is refused. Try again when the database accepts audit rows.";
export const unavailable = () =>
  "Nothing can be stored right now, so this was not done. Try again in a minute.";
export const serviceUnavailable = () =>
  "This part of the system cannot be reached right now. Try again in a moment.";
export const serviceRefused = () => "Something went wrong on our side. Try again.";
export const serviceProtocol = () => "Something went wrong on our side. Try again.";
export const serviceCutOff = () =>
  "The answer was cut off on its way. What arrived is kept; you can try again.";
export const approvalForged = () =>
  "This question is not as it was asked, so nothing was done. Ask for it again.";
export const approvalClosed = () =>
  "This question is not open any more. If something is still to be done, ask for it again.";
export const budgetSpentToday = () =>
  "Today's budget for answers is used up. A new one begins at midnight UTC; an administrator can raise it.";
export const budgetSpentThisMonth = () =>
  "This month's budget for answers is used up. A new one begins on the first of next month; an administrator can raise it.";
export const serverBusy = () =>
  "More people are sending right now than can be served at once, so this was not done. What you wrote is kept: try again in a moment.";
