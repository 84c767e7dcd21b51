// A file as an output: no colour, and as wide as a page.

import { palette } from "./colour.js";

export const PAPER = { palette: palette(false), columns: 100 };
