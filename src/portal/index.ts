export { PORTAL_GROUPS } from "./routes.ts";
