/** The texts of answers. */
import type { Value } from "./message.ts";

export const briefBlocked = () =>
  "I could not complete the brief: it failed its check three times. What we have gathered is kept.";
export const partLeftOut = () => "(A part was left out.)";
export const pictureMade = ({ count }: { count: number }) =>
  count === 1 ? "Here is the picture." : "Here are the pictures.";
export const pictureNotKept = () => "There was a picture in this answer that could not be shown.";
export const pictureElsewhere = ({ address }: { address: Value }) =>
  `This answer points to a picture elsewhere, which was not loaded: <${address}>`;
export const mayChange = ({ what }: { what: Value }) =>
  `This would change something: ${what}. Shall I go on?`;
export const mayOpen = ({ address }: { address: Value }) =>
  `Shall I open ${address}? This address stands neither in what you wrote nor in a page or a search result.`;
export const maySend = ({ sent, place }: { sent: Value; place: Value }) =>
  `This would send out words from ${place}, which you have not written here: ${sent}. Shall I go on?`;
export const foreignText = ({ sentence, place }: { sentence: Value; place: Value }) =>
  `I have read something that may be the reason for it, and that you did not write. It stands in ${place}: ${sentence}`;
export const foreignPlaces = ({ places, isAll }: { places: Value; isAll: boolean }) =>
  `Before this, I have read what you did not write: ${places}${isAll ? "" : " and more"}.`;
export const quotedFrom = ({ words, place }: { words: Value; place: Value }) =>
  `“${words}” (quoted from ${place})`;
export const placePage = ({ host }: { host: Value }) => `a page of ${host}`;
export const placeServer = ({ server }: { server: Value }) =>
  `an answer of the service “${server}”`;
export const placeDirectory = () => "the directory";
export const placeFile = () => "a file or a text that you added";
export const placeEarlier = () => "something that I read earlier";
export const waitsForDecision = () => "This is not done yet; it follows once you have decided:";
export const didNotWork = () => "This did not work, so it is missing here:";
export const deletePerson = ({ person }: { person: Value }) => `Delete ${person}?`;
export const addPerson = ({
  name,
  email,
  department,
  city,
}: {
  name: Value;
  email: Value;
  department: Value;
  city: Value;
}) => `Add ${name} (${email}, ${department}, ${city})?`;
export const changePerson = ({ person, changes }: { person: Value; changes: Value }) =>
  `Change ${person}: ${changes}?`;
export const changedField = ({
  field,
  before,
  after,
}: {
  field: Value;
  before: Value;
  after: Value;
}) => `${field} from ${before} to ${after}`;
export const lookUp = () => "May I look that up in the directory?";
export const fieldName = () => "name";
export const fieldEmail = () => "e-mail";
export const fieldDepartment = () => "department";
export const fieldCity = () => "city";
export const fieldJoined = () => "day of joining";
export const fromDirectory = () => "From the directory";
