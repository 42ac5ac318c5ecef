export { apiKeyChange, newApiKey, rotation } from "../../tenants/api-keys/schemas.ts";
