import { Hono } from "hono";
import { pageGuard } from "../gate/page-guard.ts";
import { answerErrorPage } from "./error-page.tsx";
import { pageHeaders } from "./headers.ts";
import { sameOrigin } from "./same-origin.ts";
import { sendOnce } from "./send-once.ts";
import type { PortalEnv } from "./view.ts";

export const portalFrame = new Hono<PortalEnv>();

portalFrame.onError(answerErrorPage);
portalFrame.use("/portal/*", pageHeaders, sameOrigin, pageGuard, sendOnce);
