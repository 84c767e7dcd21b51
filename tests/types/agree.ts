// The JavaScript has the types that the declarations promise.

import type * as declared from "../../pkg/index.d.ts";
import * as written from "../../pkg/entry/core/exports.js";
import * as writtenScore from "../../pkg/entry/score/exports.js";
import type * as declaredScore from "../../pkg/entry/score/index.d.ts";
import * as writtenSuite from "../../pkg/entry/suite/exports.js";
import type * as declaredSuite from "../../pkg/entry/suite/index.d.ts";
import * as writtenVerify from "../../pkg/entry/verify/exports.js";
import type * as declaredVerify from "../../pkg/entry/verify/index.d.ts";

written satisfies Pick<typeof declared, keyof typeof written>;
writtenScore satisfies Pick<typeof declaredScore, keyof typeof writtenScore>;
writtenSuite satisfies Pick<typeof declaredSuite, keyof typeof writtenSuite>;
writtenVerify satisfies Pick<typeof declaredVerify, keyof typeof writtenVerify>;
