/** The texts of pictures. */
import type { Value } from "./message.ts";

export const unnamed = () => "Picture";
export const show = ({ name }: { name: Value }) => `Show the picture: ${name}`;
export const pictureAt = ({ name, host }: { name: Value; host: Value }) =>
  `${name} (picture at ${host})`;
export const failed = ({ name }: { name: Value }) => `This picture could not be shown: ${name}`;
export const opensInNewTab = () => "(opens in a new tab)";
