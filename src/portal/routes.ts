import { Hono } from "hono";
import { answerErrorPage } from "./frame/error-page.tsx";
import { pageHeaders } from "./frame/headers.ts";
import { sameOrigin } from "./frame/same-origin.ts";
import type { PortalEnv } from "./frame/view.ts";
import { pageGuard } from "./gate/page-guard.ts";
import { auditPages } from "./audit/routes.tsx";
import { dictionaryPages } from "./dictionaries/routes.tsx";
import { homeRoutes } from "./home/routes.tsx";
import { keyRoutes } from "./keys/routes.tsx";
import { memberRoutes } from "./members/routes.tsx";
import { overviewRoutes } from "./overview/routes.tsx";
import { usagePages } from "./usage/routes.tsx";
import { sessionRoutes } from "./session/routes.tsx";

export const portalRoutes = new Hono<PortalEnv>();

portalRoutes.onError(answerErrorPage);
portalRoutes.use("/portal/*", pageHeaders, sameOrigin, pageGuard);
portalRoutes.route("/", sessionRoutes);
portalRoutes.route("/", homeRoutes);
portalRoutes.route("/", overviewRoutes);
portalRoutes.route("/", keyRoutes);
portalRoutes.route("/", usagePages);
portalRoutes.route("/", dictionaryPages);
portalRoutes.route("/", memberRoutes);
portalRoutes.route("/", auditPages);
