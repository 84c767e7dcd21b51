// Everything that is done with a whole file is done here, away from the page: reading, counting,
// filtering, sorting, comparing, scoring, writing.

import { answering } from "../parts/wire.js";
import { Desk } from "./desk.js";

const desk = new Desk();

/** @typedef {{ [K in Exclude<keyof Desk, "of" | "places" | "order">]: Desk[K] }} DeskMethods */

answering(
  /** @type {any} */ ({
    open: desk.open.bind(desk),
    close: desk.close.bind(desk),
    show: desk.show.bind(desk),
    rows: desk.rows.bind(desk),
    record: desk.record.bind(desk),
    figures: desk.figures.bind(desk),
    trust: desk.trust.bind(desk),
    compare: desk.compare.bind(desk),
    file: desk.file.bind(desk),
    table: desk.table.bind(desk),
    report: desk.report.bind(desk),
  }),
);
