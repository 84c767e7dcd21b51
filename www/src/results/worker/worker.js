// The worker that reads, filters, sorts, compares, scores and exports files.

import { exposeMethods } from "../../parts/worker-rpc.js";
import { FileService } from "./file-service.js";

const service = new FileService();

/** @typedef {{ [K in Exclude<keyof FileService, "of" | "places" | "order" | "agentList" | "records" | "openScorecard">]: FileService[K] }} FileMethods */

exposeMethods(
  /** @type {any} */ ({
    open: service.open.bind(service),
    close: service.close.bind(service),
    show: service.show.bind(service),
    rows: service.rows.bind(service),
    neighbour: service.neighbour.bind(service),
    agents: service.agents.bind(service),
    record: service.record.bind(service),
    figures: service.figures.bind(service),
    trust: service.trust.bind(service),
    compare: service.compare.bind(service),
    pair: service.pair.bind(service),
    file: service.file.bind(service),
    table: service.table.bind(service),
    report: service.report.bind(service),
  }),
);
