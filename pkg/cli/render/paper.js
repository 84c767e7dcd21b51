// The output properties of a file: no colour, and the width of a page.

import { palette } from "./colour.js";

export const PAPER = { palette: palette(false), columns: 100, uncut: true };
