// Actions of a user on a page of the dashboard, such as opening a file, and access to what the page
// stores.

import { readFileSync } from "node:fs";

/** @typedef {import("playwright-core").Page & ReturnType<typeof actions>} Page */
/** @typedef {import("playwright-core").Locator} Locator */

/** Adds the actions to a page. @param {import("playwright-core").Page} page @returns {Page} */
export const withActions = (page) => Object.assign(page, actions(page));

/** @param {import("playwright-core").Page} page */
function actions(page) {
  /** Waits for an element, or for a text of the page. @param {Locator | string} [shown] */
  const visible = (shown) => (typeof shown === "string" ? page.getByText(shown) : shown)?.waitFor();

  /**
   * Fills in the form for one endpoint. A question is given up by who stops the run, not by the time
   * that a busy machine takes until then.
   *
   * @param {string} url
   * @param {{ questions?: number, families?: string[], protocol?: string }} [options]
   */
  async function fillIn(url, options = {}) {
    const { questions = 5, families = ["math", "science"], protocol = "json" } = options;
    await page.getByText("Your agent", { exact: true }).click();
    await page.getByLabel("Agent’s address").fill(url);
    await page.getByLabel("Protocol").selectOption(protocol);
    for (const family of ["math", "science"])
      await page
        .locator(`input[name=family][value=${family}]`)
        .setChecked(families.includes(family));
    await page.getByLabel("Questions per topic").fill(String(questions));
    await page.locator("#budget").evaluate((field) => {
      /** @type {HTMLInputElement} */ (field).value = "600";
    });
  }

  return {
    fillIn,

    /** Fills in the form, starts, and waits for an element or a text. @param {string} url @param {Parameters<typeof fillIn>[1]} [options] @param {Locator | string} [shown] */
    async ask(url, options, shown) {
      await fillIn(url, options);
      // A query may tell agents apart, so a run asks for an id.
      const [subject, query] = url.split("?");
      if (query !== undefined) {
        await page.locator("#subject").evaluate((field, id) => {
          /** @type {HTMLInputElement} */ (field).value ||= /** @type {string} */ (id);
        }, subject);
      }
      await page.getByRole("button", { name: "Start" }).click();
      await visible(shown);
    },

    /** The title of a run in which every question was asked. */
    done: page.getByRole("heading", { name: "Done" }),

    /** Gives files to the open view, then waits for what it shows. @param {Parameters<Locator["setInputFiles"]>[0]} files @param {Locator | string} [shown] */
    async give(files, shown) {
      await page.locator("pm-drop:visible input[type=file]").first().setInputFiles(files);
      await visible(shown);
    },

    /** Clicks a button or a link, then waits for what it shows. @param {string} name @param {Locator | string} [shown] */
    async choose(name, shown) {
      // Some names have an arrow before or after them.
      const options = { name: new RegExp(`^\\W*${name}\\W*$`) };
      await page.getByRole("button", options).or(page.getByRole("link", options)).click();
      // Until a view is current, the previous one takes what comes next.
      if (["Run", "Results", "Verify"].includes(name))
        await page.locator("nav [aria-current=page]", { hasText: name }).waitFor();
      await visible(shown);
    },

    /** Opens a tab of the open file. @param {"Agents" | "Records" | "Breakdown" | "Compare" | "Export"} name */
    tab: (name) => page.locator(".tabs").getByRole("link", { name }).click(),

    /** Selects every file of the library, of which there are `count`. @param {number} count */
    async selectAll(count) {
      const boxes = page.locator("pm-library [type=checkbox]");
      for (let place = 0; place < count; place++) await boxes.nth(place).check();
    },

    /** Returns the name and the text of the file that a button downloads. @param {string} [button] */
    async download(button = "Download the record file") {
      const coming = page.waitForEvent("download");
      await page.getByRole("button", { name: button, exact: true }).click();
      const file = await coming;
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    },

    /** Returns everything in the store of the page, as one text. */
    everythingKept: () =>
      page.evaluate(async () => {
        const request = indexedDB.open("proofmark");
        await new Promise((done) => (request.onsuccess = done));
        const { result: base } = request;
        /** @type {string[]} */
        const all = [];
        for (const name of [...base.objectStoreNames]) {
          const found = base.transaction(name).objectStore(name).getAll();
          await new Promise((done) => (found.onsuccess = done));
          for (const one of found.result)
            all.push(one instanceof Blob ? await one.text() : JSON.stringify(one));
        }
        base.close();
        return all.join("\n") + JSON.stringify({ ...localStorage, ...sessionStorage });
      }),

    /** Makes the store refuse some writes of records, as if it were full. */
    refuseWrites: (first = 1, last = Infinity) =>
      page.evaluate(([first, last]) => {
        const { put } = IDBObjectStore.prototype;
        let writes = 0;
        IDBObjectStore.prototype.put = function (value, key) {
          if (this.name === "pieces" && ++writes >= first && writes <= last)
            throw new DOMException("no room", "QuotaExceededError");
          return put.call(this, value, key);
        };
      }, /** @type {const} */ ([first, last])),

    /** Appends code to the script of the page's workers. @param {string} code */
    addToWorkers: (code) =>
      page.route("**/assets/worker-*.js", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${await response.text()}\n${code}` });
      }),
  };
}
