// Tests the badge in a page: by keyboard, for assistive technology, without moving what stands
// around it, and whatever a record holds.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "../../scripts/lib.mjs";
import { assertAccessible } from "../support/axe.mjs";
import { shifts, watchShifts } from "../support/layout-shifts.mjs";
import { allSaid, onPage, opened, said, wrongs } from "./browser.mjs";
import { DID, SUBJECT, changed, file, lines } from "./records.mjs";
import { page } from "./site.mjs";

const good = file(await lines());
/** @type {Record<string, import("./site.mjs").Answer>} */
const answers = {
  "/runs.ndjson": good,
  "/changed.ndjson": changed(good),
  "/chatty.ndjson": file(await lines({ agent: "chatty" })),
  "/plain.ndjson": file(await lines({ key: null })),
};
/** When they were made. */
const now = Date.now();

const ASKED = `trust="${DID}" subject="${SUBJECT}"`;
const badge = (/** @type {string} */ attributes) =>
  `<p>Before <proofmark-badge ${attributes}></proofmark-badge> after.</p>`;
/** A badge in every state. */
const EVERY = [
  `src="/runs.ndjson" ${ASKED}`,
  `src="/chatty.ndjson" ${ASKED}`,
  'src="/runs.ndjson"',
  'src="/plain.ndjson"',
  `src="/changed.ndjson" ${ASKED}`,
  'src="/gone"',
  `src="/runs.ndjson" ${ASKED} compact`,
];

/** @type {typeof onPage} */
const shown = (whole, use, options) =>
  onPage(whole, use, { ...options, answers: { ...answers, ...options?.answers } });

test("axe finds nothing in any state, closed and open", async () => {
  await shown(
    page(EVERY.map(badge).join("\n")),
    async (tab) => {
      await said(tab);
      await assertAccessible(tab, "closed");
      const badges = tab.locator("proofmark-badge");
      for (const [at, state] of EVERY.entries()) {
        await badges.nth(at).getByRole("button").click();
        await badges.nth(at).getByRole("region").waitFor({ state: "visible" });
        await assertAccessible(tab, state);
        await tab.keyboard.press("Escape");
      }
    },
    { context: { reducedMotion: "reduce" } },
  );
});

test("all of it by keyboard", async () => {
  const body = `<button>before</button>${badge(`src="/runs.ndjson" ${ASKED}`)}<button>after</button>`;
  await shown(
    page(body),
    async (tab) => {
      await said(tab);
      const button = tab.locator("proofmark-badge").getByRole("button");
      const panel = tab.locator("proofmark-badge").getByRole("region");
      const expanded = () => button.getAttribute("aria-expanded");
      const focused = () =>
        tab.evaluate(() => {
          const within = document.activeElement?.shadowRoot?.activeElement;
          return within?.getAttribute("part")?.split(" ")[0] ?? document.activeElement?.textContent;
        });
      await tab.keyboard.press("Tab");
      assert.equal(await focused(), "before");
      await tab.keyboard.press("Tab");
      assert.equal(await focused(), "badge");
      const outline = await button.evaluate((element) => getComputedStyle(element).outlineStyle);
      assert.equal(outline, "solid");
      assert.equal(await expanded(), "false");
      for (const key of ["Enter", "Space"]) {
        await tab.keyboard.press(key);
        await panel.waitFor({ state: "visible" });
        assert.equal(await expanded(), "true");
        await tab.keyboard.press("Escape");
        await panel.waitFor({ state: "hidden" });
        assert.deepEqual([await expanded(), await focused()], ["false", "badge"]);
      }
      await tab.keyboard.press("Enter");
      await tab.keyboard.press("Tab");
      assert.equal(await focused(), "panel");
      // The keyboard scrolls what does not fit.
      assert.ok(await panel.evaluate((element) => element.scrollHeight > element.clientHeight));
      await tab.keyboard.press("End");
      await tab.waitForFunction(
        () =>
          /** @type {any} */ (document.querySelector("proofmark-badge")).shadowRoot.querySelector(
            ".panel",
          ).scrollTop > 0,
      );
      await tab.keyboard.press("Escape");
      assert.deepEqual([await expanded(), await focused()], ["false", "badge"]);
      await tab.keyboard.press("Tab");
      assert.equal(await focused(), "after");
    },
    { context: { viewport: { width: 800, height: 500 } } },
  );
});

test("its name says the word, who signed and the score", async () => {
  await shown(
    page(badge(`src="/chatty.ndjson" ${ASKED}`)),
    async (tab) => {
      const { report } = await said(tab);
      const { literal, committed, scored } = report.scores;
      const short = `${DID.slice(8, 14)}…${DID.slice(-4)}`;
      const right = `${literal} of ${scored} right by the first answer, ${committed} by the final answer`;
      const name = `Verified . signed by ${short} · this minute . ${right}`;
      const snapshot = await tab.locator("proofmark-badge").ariaSnapshot();
      assert.ok(snapshot.replace(/\s+/g, " ").includes(name), snapshot);
    },
    { before: (tab) => tab.clock.setFixedTime(now) },
  );
});

test("a click beside the details closes them, one inside does not", async () => {
  await shown(page(badge(`src="/runs.ndjson" ${ASKED}`)), async (tab) => {
    await said(tab);
    await opened(tab);
    const panel = tab.locator("proofmark-badge").getByRole("region");
    await panel.click({ position: { x: 20, y: 20 } });
    assert.ok(await panel.isVisible());
    await tab.mouse.click(700, 5);
    await panel.waitFor({ state: "hidden" });
  });
});

const late =
  (/** @type {string | Uint8Array} */ body, /** @type {string} */ type, ms = 400) =>
  (/** @type {import("node:http").ServerResponse} */ response) =>
    void setTimeout(() => response.writeHead(200, { "content-type": type }).end(body), ms);

/** A record that comes when it is let go. @param {string} body */
function held(body) {
  let letGo = () => {};
  const gone = /** @type {Promise<void>} */ (new Promise((resolve) => (letGo = resolve)));
  const answer = async (/** @type {import("node:http").ServerResponse} */ response) => {
    await gone;
    response.writeHead(200, { "content-type": "application/x-ndjson" }).end(body);
  };
  return { letGo, answer };
}

/** Badges, in words and compact, of records of every verdict. */
const MOVABLE = ["/runs.ndjson", "/chatty.ndjson", "/changed.ndjson", "/plain.ndjson"].flatMap(
  (path) => ["", "compact"].map((more) => ({ path, more })),
);

for (const [width, pages] of /** @type {const} */ ([
  [800, [MOVABLE]],
  [180, MOVABLE.map((one) => [one])],
]))
  test(`nothing moves in ${width} pixels while it loads, nor when it is done`, async () => {
    for (const shownBadges of pages) {
      const all = shownBadges.map(({ path }) => held(String(answers[path])));
      const slow = Object.fromEntries(all.map(({ answer }, at) => [`/late/${at}`, answer]));
      const body = shownBadges.map(({ more }, at) => badge(`src="/late/${at}" ${ASKED} ${more}`));
      const paragraph = "<p>Text that must not move.</p>";
      /** @type {Parameters<typeof onPage<string[]>>[1]} */
      const use = async (tab) => {
        await tab.waitForFunction(() => customElements.get("proofmark-badge"));
        const badges = tab.locator("proofmark-badge");
        const boxes = () => Promise.all(body.map((_, at) => badges.nth(at).boundingBox()));
        const loading = await boxes();
        for (const { letGo } of all) letGo();
        await said(tab);
        assert.deepEqual(await boxes(), loading);
        for (const box of loading) assert.ok((box?.height ?? 0) > 20);
        // Details lie above the page, and are asked for.
        if (pages.length === 1) await opened(tab);
        assert.deepEqual(await boxes(), loading);
        return shifts(tab);
      };
      const found = await shown(page(`${body.join(paragraph)}${paragraph}`), use, {
        ...{ answers: slow, before: watchShifts, context: { viewport: { width, height: 740 } } },
      });
      assert.deepEqual(found, []);
    }
  });

test("nothing moves when the script itself is late, if the page waits for it or keeps the room", async () => {
  const script = readFileSync(join(ROOT, "pkg/badge/proofmark-badge.js"), "utf8");
  const more = {
    "/badge/proofmark-badge.js": late(script, "text/javascript"),
    "/page.css": (/** @type {import("node:http").ServerResponse} */ response) =>
      void response
        .writeHead(200, { "content-type": "text/css" })
        .end(
          "proofmark-badge:not(:defined) { display: inline-block; inline-size: 26rem; block-size: 3.5rem; vertical-align: middle; font-size: 0.875rem }",
        ),
  };
  const src = 'src="/badge/proofmark-badge.js"';
  const body = `${badge(`src="/runs.ndjson" ${ASKED}`)}<p>Text that must not move.</p>`;
  for (const options of [
    {},
    {
      script: `<script type="module" ${src}></script>`,
      head: '<link rel="stylesheet" href="/page.css">',
    },
  ]) {
    const found = await shown(
      page(body, options),
      async (tab) => {
        await said(tab);
        return shifts(tab);
      },
      {
        answers: more,
        before: watchShifts,
        policy:
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'",
      },
    );
    assert.deepEqual(found, []);
  }
});

test("in little room, or with large letters, nothing lies over anything else or is left out", async () => {
  const widths = [140, 180, 220, 260, 300, 344, 416];
  const every = [...EVERY, `src="/chatty.ndjson" ${ASKED} compact`];
  const whole = widths.map(
    (width) => `<section id="w${width}">${every.map(badge).join("")}</section>`,
  );
  const use = async (/** @type {import("playwright-core").Page} */ tab) => {
    await tab.evaluate((widths) => {
      for (const width of widths)
        /** @type {HTMLElement} */ (document.querySelector(`#w${width}`)).style.width =
          `${width}px`;
    }, widths);
    await said(tab);
    assert.deepEqual(await tab.evaluate(wrongs), []);
    await tab.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    for (const id of widths.filter((width) => width < 280))
      await tab.evaluate((id) => document.querySelector(`#w${id}`)?.remove(), id);
    assert.deepEqual(await tab.evaluate(wrongs), []);
  };
  // The longest age that is shown: "11 months ago".
  const later = now + 345 * 24 * 60 * 60 * 1000;
  await shown(page(whole.join("\n")), use, { before: (tab) => tab.clock.setFixedTime(later) });
});

/** Characters that hide, reorder or control text, but for the page's own line ends and tabs. */
const CONTROLS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

test("hostile values are text, and the layout stays", async () => {
  const subjects = [
    "https://agent.example/<script>document.title='owned'</script><img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "https://agent.example/\u202Egpj.exe\u2066\u0000\u0007\u200B\u009B\u0085",
    "W".repeat(8192),
    "ا".repeat(500),
  ];
  const long = "W".repeat(1 << 20);
  const made = (/** @type {string} */ subject, more = "") =>
    lines({ subject, questions: 2, answer: () => `<script>${subject}${more}</script>` }).then(file);
  const trust = JSON.stringify({
    keys: [{ did: DID, name: `Acme <img src=x onerror=alert(1)>` }],
  });
  for (const subject of [...subjects, long]) {
    // No run has so long a subject: somebody has put it there.
    const hostile =
      subject === long
        ? (await made("an agent", long)).replaceAll('"an agent"', JSON.stringify(long))
        : await made(subject);
    const body = ['src="/hostile"', 'src="/hostile" trust="/trust.json" subject="other"'];
    await shown(
      page(body.map(badge).join("")),
      async (tab) => {
        /** @type {string[]} */
        const problems = [];
        tab.on("dialog", (dialog) => (problems.push(dialog.message()), dialog.dismiss()));
        tab.on("pageerror", (error) => problems.push(error.message));
        assert.deepEqual(
          (await allSaid(tab)).map(({ verdict }) => verdict),
          [subject === long ? "failed" : "intact", "failed"],
        );
        for (const at of body.keys()) {
          const one = tab.locator("proofmark-badge").nth(at);
          const box = await one.boundingBox();
          assert.ok(box && box.width <= 416 && box.height <= 56, JSON.stringify(box));
          const text = await opened(tab, at);
          assert.doesNotMatch(text, CONTROLS);
          if (subject.includes("\u202E"))
            assert.match(
              text,
              /⟨U\+202E⟩gpj\.exe⟨U\+2066⟩⟨U\+0000⟩⟨U\+0007⟩⟨U\+200B⟩⟨U\+009B⟩⟨U\+0085⟩/,
            );
          if (subject.includes("<script>")) assert.ok(text.includes(subject));
          const wide = await one.evaluate((element) => {
            const { shadowRoot } = /** @type {any} */ (element);
            const panel = shadowRoot.querySelector(".panel");
            return {
              title: document.title,
              page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
              panel: panel.scrollWidth - panel.clientWidth,
              scripts: shadowRoot.querySelectorAll("script, img").length,
              links: [...shadowRoot.querySelectorAll("a")].map(({ pathname }) => pathname),
            };
          });
          const links = at === 1 ? ["/hostile", "/trust.json"] : ["/hostile"];
          assert.deepEqual(wide, { title: "A registry", page: 0, panel: 0, scripts: 0, links });
          await tab.keyboard.press("Escape");
        }
        assert.deepEqual(problems, []);
      },
      {
        answers: { "/hostile": hostile, "/trust.json": trust },
        context: { viewport: { width: 360, height: 740 } },
      },
    );
  }
});

test("it fits a window of 360 pixels, in both directions of writing", async () => {
  for (const dir of ["ltr", "rtl"]) {
    await shown(
      page(EVERY.map(badge).join("\n"), { dir }),
      async (tab) => {
        await said(tab);
        // English stays English on a page of another direction; Arabic texts bring theirs.
        const button = tab.locator("proofmark-badge").first().getByRole("button");
        const written = () => button.evaluate((element) => getComputedStyle(element).direction);
        assert.equal(await written(), "ltr");
        await tab.locator("proofmark-badge").evaluateAll((all, dir) => {
          for (const one of all) Object.assign(one, { strings: { locale: "ar", dir } });
        }, dir);
        await tab.waitForFunction(() =>
          document.querySelector("proofmark-badge")?.shadowRoot?.querySelector("[lang=ar]"),
        );
        assert.equal(await written(), dir);
        const badges = tab.locator("proofmark-badge");
        for (let at = 0; at < EVERY.length; at += 1) {
          const one = badges.nth(at);
          await one.getByRole("button").click();
          const box = await one.getByRole("region").boundingBox();
          assert.ok(box && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
          assert.ok(box.y >= 0 && box.y + box.height <= 740, JSON.stringify(box));
          await tab.keyboard.press("Escape");
        }
        const beyond = await tab.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.equal(beyond, 0);
      },
      { context: { viewport: { width: 360, height: 740 } } },
    );
  }
});

test("its colours follow the page, the theme and forced colours", async () => {
  const surface = (/** @type {import("playwright-core").Page} */ tab, at = 0) =>
    tab
      .locator("proofmark-badge")
      .nth(at)
      .getByRole("button")
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const body = [
    'src="/runs.ndjson"',
    'src="/runs.ndjson" theme="light"',
    'src="/runs.ndjson" theme="dark"',
  ];
  const [light, dark] = ["rgb(255, 255, 255)", "rgb(23, 25, 28)"];
  for (const [colorScheme, expected] of /** @type {const} */ ([
    ["light", [light, light, dark]],
    ["dark", [dark, light, dark]],
  ])) {
    const found = await shown(
      page(body.map(badge).join("\n")),
      async (tab) => {
        await said(tab);
        return [await surface(tab), await surface(tab, 1), await surface(tab, 2)];
      },
      { context: { colorScheme } },
    );
    assert.deepEqual(found, expected);
  }
  await shown(
    page(badge(`src="/runs.ndjson" ${ASKED}`)),
    async (tab) => {
      await said(tab);
      const border = await tab
        .locator("proofmark-badge")
        .getByRole("button")
        .evaluate((element) => getComputedStyle(element).borderTopStyle);
      assert.equal(border, "solid");
      await assertAccessible(tab, "forced colours");
    },
    { context: { forcedColors: "active" } },
  );
  // Custom properties and parts reach it from the page's own sheet.
  await shown(
    page(badge('src="/runs.ndjson"'), { head: '<link rel="stylesheet" href="/page.css">' }),
    async (tab) => {
      await said(tab);
      assert.equal(await surface(tab), "rgb(1, 2, 3)");
      const word = tab.locator("proofmark-badge").locator('[part="word"]');
      assert.equal(await word.evaluate((element) => getComputedStyle(element).fontStyle), "italic");
    },
    {
      answers: {
        "/page.css": (/** @type {import("node:http").ServerResponse} */ response) =>
          void response
            .writeHead(200, { "content-type": "text/css" })
            .end(
              "proofmark-badge { --proofmark-surface: rgb(1, 2, 3) } proofmark-badge::part(word) { font-style: italic }",
            ),
      },
      policy:
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'",
    },
  );
});

test("nothing turns for who wants no motion", async () => {
  await shown(
    page(badge('src="/never"')),
    async (tab) => {
      await tab.waitForFunction(() => customElements.get("proofmark-badge"));
      const names = await tab
        .locator("proofmark-badge")
        .locator(".turning")
        .evaluate((element) => getComputedStyle(element).animationName);
      assert.equal(names, "none");
    },
    { context: { reducedMotion: "reduce" }, answers: { "/never": () => {} } },
  );
});
