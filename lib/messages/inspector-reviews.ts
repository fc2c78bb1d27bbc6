/** The texts of inspector reviews. */
export const giveForReview = () => "Give for review";
export const explained = () =>
  "Who has a run for review reads what the person and the assistant said in it. What agents and tools wrote stays masked for them.";
export const noAuditors = () => "There is no auditor.";
export const loading = () => "Loading the auditors";
