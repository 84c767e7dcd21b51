// proofmark view: shows record files in the dashboard, and follows their changes.

import { spawn } from "node:child_process";
import { createReadStream, existsSync, statSync, watch } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import { ExecutionError, EXIT, readError } from "../exit.js";
import { serveFolder } from "../io/site.js";
import * as kinds from "../kinds.js";

/** The dashboard in the package, or in the repository. */
const FOLDERS = ["../../dashboard/", "../../../www/dist/"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

const LINE_FEED = 0x0a;

/** The time in which changes of a file are reported once, in milliseconds. */
const PAUSE = 200;

/** The program that opens a URL in the browser. @type {Record<string, [string, ...string[]]>} */
const OPENERS = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** @type {import("../args.js").Command} */
export const view = {
  name: "view",
  summary: "show record files in the browser",
  usage: ["view [FILE...] [--port N] [--no-open]"],
  about:
    "Serves the dashboard on 127.0.0.1 and opens the files in it. The page follows their changes, such as those of a run in progress. Ctrl-C ends it.",
  operands: [0, Infinity],
  options: {
    port: {
      kind: kinds.integer(0, 65535),
      value: "N",
      help: "the port of the dashboard (default: any free one)",
    },
    "no-open": { help: "only print the address" },
  },
  examples: ["view runs.ndjson", "view *.ndjson --no-open"],
  async run({ operands, options }, { out, interruptible }) {
    for (const path of operands) checkFile(path);
    const folder = FOLDERS.find((path) => existsSync(path));
    if (folder === undefined)
      throw new ExecutionError(
        "cli.dashboard-missing",
        "the dashboard is missing from this package",
      );
    const name = operands.length === 1 ? basename(operands[0] ?? "") : "together.ndjson";
    const changes = watchFiles(operands);
    const site = await serveFolder({
      folder,
      port: options.port ?? 0,
      routes: {
        [`/files/${name}`]: (_, response) => sendFiles(operands, response),
        "/files/changes": (_, response) => changes.follow(response),
      },
    });
    const stop = interruptible();
    const source = new URLSearchParams({ src: `/files/${encodeURIComponent(name)}` });
    const url = operands.length === 0 ? `${site.url}/` : `${site.url}/#/results?${source}`;
    await out.write(`${url}\nCtrl-C ends it.\n`);
    if (!options["no-open"]) openBrowser(url);
    if (!stop.aborted)
      await new Promise((resolve) => stop.addEventListener("abort", resolve, { once: true }));
    changes.close();
    await site.close();
    return EXIT.passed;
  },
};

/** Refuses a path that is not a readable file. @param {string} path */
function checkFile(path) {
  try {
    if (statSync(path).isFile()) return;
  } catch (error) {
    throw readError(path, "a record file", error);
  }
  throw readError(path, "a record file", { code: "EISDIR" });
}

/**
 * Sends files after one another. Adds a missing line feed between two.
 *
 * @param {string[]} paths
 * @param {import("node:http").ServerResponse} response
 */
async function sendFiles(paths, response) {
  response.writeHead(200, {
    "content-type": "application/x-ndjson",
    "cache-control": "no-store",
    "x-changes": "/files/changes",
  });
  let last = LINE_FEED;
  for (const path of paths) {
    if (last !== LINE_FEED) response.write("\n");
    for await (const chunk of createReadStream(path)) {
      last = chunk.at(-1);
      if (!response.write(chunk))
        await new Promise((resolve) => {
          response.once("drain", resolve);
          response.once("close", resolve);
        });
    }
  }
  response.end();
}

/** Reports changes of files as server-sent events. @param {string[]} paths */
function watchFiles(paths) {
  /** @type {Set<import("node:http").ServerResponse>} */
  const followers = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const report = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const follower of followers) follower.write("data: changed\n\n");
    }, PAUSE);
  };
  const watchers = paths.map((path) => watch(path, report).on("error", () => {}));
  return {
    /** @param {import("node:http").ServerResponse} response */
    follow(response) {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(":\n\n");
      followers.add(response);
      response.once("close", () => followers.delete(response));
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** Opens a URL in the browser, if there is one. @param {string} url */
function openBrowser(url) {
  const [program, ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...words, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
