export { parseRoots } from "./envelope/roots.ts";
