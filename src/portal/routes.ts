import { Hono } from "hono";
import { answerErrorPage } from "./frame/error-page.tsx";
import { pageHeaders } from "./frame/headers.ts";
import { sameOrigin } from "./frame/same-origin.ts";
import type { PortalEnv } from "./frame/view.ts";
import { pageGuard } from "./gate/page-guard.ts";
import { homeRoutes } from "./home/routes.tsx";
import { sessionRoutes } from "./session/routes.tsx";

export const portalRoutes = new Hono<PortalEnv>();

portalRoutes.onError(answerErrorPage);
portalRoutes.use("/portal/*", pageHeaders, sameOrigin, pageGuard);
portalRoutes.route("/", sessionRoutes);
portalRoutes.route("/", homeRoutes);
