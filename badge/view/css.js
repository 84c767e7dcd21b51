/** Returns a style sheet's text. Editors and formatters recognise the name. */
export const css = String.raw;
