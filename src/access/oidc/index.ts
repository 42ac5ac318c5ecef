export { verifyJwt } from "./verify-jwt.ts";
