import { Hono } from "hono";
import type { Rampart } from "../../platform/index.ts";
import { pageGuard } from "../gate/page-guard.ts";
import { answerErrorPage } from "./error-page.tsx";
import { pageHeaders } from "./headers.ts";
import { sameOrigin } from "./same-origin.ts";
import { sendOnce } from "./send-once.ts";

export const portalFrame = new Hono<Rampart>();

portalFrame.onError(answerErrorPage);
portalFrame.use("/portal/*", pageHeaders, sameOrigin, pageGuard, sendOnce);
