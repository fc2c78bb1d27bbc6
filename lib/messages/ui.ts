/** The texts of ui. */
export const productName = () => "Halfsilver";
export const close = () => "Close";
export const copied = () => "Copied";
export const theme = () => "Theme";
export const themeSystem = () => "System";
export const themeLight = () => "Light";
export const themeDark = () => "Dark";
