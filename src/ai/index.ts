import { Hono } from "hono";
import type { Rampart } from "../platform/index.ts";
import { answerRoutes } from "./answer/routes.ts";
import { documentRoutes } from "./documents/routes.ts";

export const aiRoutes = new Hono<Rampart>();

aiRoutes.route("/", answerRoutes);
aiRoutes.route("/", documentRoutes);
