export { portalRoutes } from "./routes.tsx";
