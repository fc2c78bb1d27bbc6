/** The texts of ui. */
export const productName = () => "Halfsilver";
export const close = () => "Close";
export const copied = () => "Copied";
export const theme = () => "Theme";
export const themeSystem = () => "System";
export const themeLight = () => "Light";
export const themeDark = () => "Dark";
export const lookUnsaved = () =>
  "Your choice holds on this device, but it could not be saved to your account. It is sent again when you are connected.";
export const lookRefused = () =>
  "Your choice holds on this device, but it could not be saved to your account.";
export const lookAgain = () => "Try again";
