export { dictionaryRoutes } from "./routes.ts";
export { listDictionaries, showDictionary } from "./store.ts";
