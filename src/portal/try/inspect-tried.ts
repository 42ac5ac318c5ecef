export { inspectFor } from "../../inspection/inspect-for.ts";
