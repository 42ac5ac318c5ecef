/** Of every route that may ask a provider for a tenant. */
export const OVER_LIMIT = {
  429: { description: "Past a limit of the tenant; try again after `Retry-After`" },
};
