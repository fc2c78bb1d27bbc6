/** The texts of app. */
export const description = () => "Ask, and read the answer.";
export const serverFault = () => "Something went wrong on our side.";
export const tryAgain = () => "Try again";
export const goHome = () => "Go to your conversations";
export const notFound = () => "Not found";
export const pageNotFound = () => "This page does not exist, or you may not open it.";
