/** The texts of password. */
export const show = () => "Show what is typed";
export const hideTip = () => "Hide what is typed";
export const hint = () => "At least 8 characters. Several words are easy to remember.";
export const short = () => "Too short: at least 8 characters.";
export const long = () => "Too long: at most 128 characters.";
export const common = () => "Too common: this is among the first that are guessed.";
export const simple = () => "Too simple: it repeats or counts.";
export const personal = () => "Too easy to guess: it is your name or address.";
export const fair = () => "Fair. A few more characters make it better.";
export const good = () => "Good.";
export const strong = () => "Strong.";
