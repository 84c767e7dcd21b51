// The worker that reads, filters, sorts, compares, scores and exports files.

import { exposeMethods } from "../../parts/worker-rpc.js";
import { FileService } from "./file-service.js";

const service = new FileService();

/** @typedef {{ [K in Exclude<keyof FileService, "of" | "places" | "order" | "agentList" | "records" | "openScorecard">]: FileService[K] }} FileMethods */

exposeMethods(
  /** @type {any} */ ({
    open: service.open.bind(service),
    close: service.close.bind(service),
    filterAndSort: service.filterAndSort.bind(service),
    readRows: service.readRows.bind(service),
    neighbouringLine: service.neighbouringLine.bind(service),
    listAgents: service.listAgents.bind(service),
    readRecord: service.readRecord.bind(service),
    computeFigures: service.computeFigures.bind(service),
    computeTrustScores: service.computeTrustScores.bind(service),
    compareWith: service.compareWith.bind(service),
    readPair: service.readPair.bind(service),
    openedFile: service.openedFile.bind(service),
    exportCsv: service.exportCsv.bind(service),
    exportReport: service.exportReport.bind(service),
  }),
);
