export { decryptField } from "./decrypt.ts";
export { deskFor, type Desk } from "./desk.ts";
export { encryptField } from "./encrypt.ts";
export { rotateRoots } from "./jobs.ts";
export { keyRoutes } from "./key-routes.ts";
export { provisionKey } from "./provision.ts";
export { rootRoutes } from "./root-routes.ts";
export { encryptionRoutes } from "./routes.ts";
