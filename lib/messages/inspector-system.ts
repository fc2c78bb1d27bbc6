/** The texts of inspector system. */
import type { Value } from "./message.ts";

export const system = () => "System";
export const loading = () => "Loading the system …";
export const intro = () =>
  "The server processes behind this address and what they do. The page follows them by itself.";
export const deploy = ({ versions }: { versions: Value }) =>
  `Instances of different versions are running (${versions}): a deploy is under way.`;
export const instances = () => "Instances";
export const instancesIntro = ({ seconds }: { seconds: Value }) =>
  `Each instance says once a second that it is up. After ${seconds} seconds without a word it counts as gone. It stays listed for a day.`;
export const noInstances = () => "No instance was seen in the last day.";
export const instance = () => "Instance";
export const answersYou = () => "answers you";
export const answersYouMeaning = () =>
  "This page comes from this instance. Behind a balancer the next one may come from another.";
export const state = () => "State";
export const up = () => "Up";
export const draining = () => "Draining";
export const gone = () => "Gone";
export const drainingMeaning = () =>
  "It was told to end, takes no new runs, and hands over those that it has.";
export const goneMeaning = () =>
  "It has ended or died, or cannot reach the database. Its figures are those that it said last.";
export const version = () => "Version";
export const since = () => "Up since";
export const seen = () => "Last seen";
export const runs = () => "Runs";
export const streams = () => "Open streams";
export const takeovers = () => "Takeovers";
export const memory = () => "Memory";
export const takeoversIntro = () =>
  "A run whose process is gone, or too late to renew its lease, goes on in another one, with what is on record of it. The newest 50 are listed.";
export const noTakeovers = () => "No run was taken over.";
export const when = () => "When";
export const run = () => "Run";
export const from = () => "From";
export const to = () => "To";
export const onRecord = () => "Characters on record";
export const onRecordMeaning = () =>
  "So much of the answer was stored when the run was taken over. The person keeps it.";
export const finding = () => "Finding";
export const mayHaveHappened = () => "May have happened";
export const mayHaveHappenedMeaning = () =>
  "A call that writes was sent before the process was gone, and nobody knows whether it was done. The person was asked to check.";
export const again = ({ number }: { number: Value }) => `takeover ${number} of this run`;
export const work = () => "Work";
export const running = () => "Running runs";
export const expired = ({ number }: { number: Value }) => `${number} without a process`;
export const expiredMeaning = () =>
  "Their lease has run out: no process says that it works on them. Another instance takes them over, or ends them.";
export const oldest = () => "Oldest running run";
export const nothingRuns = () => "none";
export const oldestSince = ({ duration }: { duration: Value }) => `for ${duration}`;
export const unsealed = () => "Audit rows not yet sealed";
export const places = () => "Calls to models with a limit";
export const placesOf = ({
  queue,
  taken,
  waiting,
}: {
  queue: Value;
  taken: Value;
  waiting: Value;
}) => `${queue}: ${taken} made, ${waiting} waiting`;
export const bus = () => "Bus between instances";
export const busPostgres = () => "PostgreSQL";
export const busRedis = () => "Redis";
export const busOpen = () => "Open";
export const busLost = () => "Lost";
export const busLostMeaning = () =>
  "The instance that answers you has no connection to it. Readers on other instances get news half a second late, from the database.";
export const jobs = () => "Scheduled jobs";
export const jobsOf = ({ number, state }: { number: Value; state: Value }) => `${number} ${state}`;
export const noJobs = () => "none";
export const jobsNotStarted = () => "not started";
export const jobCreated = () => "waiting";
export const jobRetry = () => "to be tried again";
export const jobActive = () => "running";
export const jobCompleted = () => "done";
export const jobCancelled = () => "cancelled";
export const jobFailed = () => "failed";
