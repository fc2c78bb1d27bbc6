/** The texts of inspector cost. */
export const unknown = () => "unknown";
export const noPriceWord = () => "no price";
export const noPrice = () => "no price known for the model; where it has one, set MODEL_PRICES";
export const ownServer = () => "own server: no price per token";
export const otherCurrency = () => "its price is known in USD only: set MODEL_PRICES";
export const notReported = () => "the service does not say what its calls cost";
export const partly = () => "at least: some calls have no price";
export const estimated = () => "about: a server reported no usage, and it was estimated";
export const noCalls = () => "no model was called";
export const notRecorded = () => "not recorded";
